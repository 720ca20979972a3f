// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The stream of everything that device code does, and what may listen to it. A new observer is one
/// file that implements `observer` and `block_observer`; observers know nothing of each other.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "emulator/access_part.h"
#include "emulator/runtime/execution.h"

namespace cudalab::emulator {

enum class access_kind : std::uint32_t { read, write };

/// What the language says of an access. Atomic operations of one scope do not race with each other;
/// a volatile access is as strong as an atomic one between blocks (a flag), and orders nothing.
enum class access_manner : std::uint32_t {
  plain,
  volatile_access,
  block_atomic, ///< atomic with respect to the threads of one block: atomicAdd_block
  atomic        ///< on the whole device, or beyond it
};

/// Whom a memory fence orders accesses for: __threadfence_block, __threadfence,
/// __threadfence_system.
enum class fence_scope : std::uint32_t { block, device, system };

/// The memory that the threads of a kernel share. Nothing else reaches an observer.
enum class memory_space : std::uint32_t { shared, global };

/// Whose further plain reads of the same aligned 4 bytes cannot tell an observer anything new:
/// until the block's next barrier or fence, or a write to them.
enum class quiet_for : std::uint32_t { nobody, own_warp, whole_block };

/// A load or store by the current thread, before it happens. (Nothing here is smaller than 4 bytes:
/// reading several small fields at once just after writing them one by one is slow.)
struct access {
  const std::byte* address = nullptr;
  std::uint32_t bytes = 0;
  access_kind kind = access_kind::read;
  const void* pc = nullptr; ///< return address of the callback: the line is that of pc - 1
  std::uint64_t offset = 0; ///< from shared_segment().begin or from device_memory's begin()
  memory_space space = memory_space::global;
  std::uint32_t alignment = 1; ///< that the address must have, as on a GPU
  std::uint32_t part = 0;      ///< packed(access_part)
  access_manner manner = access_manner::plain;
  /// For whom the next such read would be quiet. Observers that tell_quiet_reads() lower it.
  mutable quiet_for quiet = quiet_for::whole_block;

  void is_quiet_for(quiet_for whom) const { quiet = std::min(quiet, whom); }
  bool atomic() const { return manner >= access_manner::block_atomic; }
};

/// A thread that waits at a barrier, or has returned.
struct standing {
  index3 thread;
  const void* pc = nullptr; ///< the barrier's call, or the thread's last place
  bool returned = false;
  const char* called = nullptr; ///< of lanes of a warp: the function in which it waits
};

/// Lanes meet only in the same one of these.
enum class collective : std::uint8_t {
  barrier,
  active_lanes,
  shuffle,
  shuffle_up,
  shuffle_down,
  shuffle_xor,
  vote_all,
  vote_any,
  ballot,
  match_any,
  match_all,
  reduce_add,
  reduce_min,
  reduce_max,
  reduce_signed_min,
  reduce_signed_max,
  reduce_and,
  reduce_or,
  reduce_xor,
  load_factor, // of all 32 lanes: cudalab/matrix/matrix_functions.h
  load_sums,
  store_sums,
  multiply_matrices,
  load_rows
};
inline bool is_shuffle(collective what) {
  return what >= collective::shuffle && what <= collective::shuffle_xor;
}

inline bool is_of_matrices(collective what) {
  return what >= collective::load_factor;
}

/// Lanes of a warp that go on together after a shuffle, vote, match or reduction.
struct warp_meeting {
  collective what = collective::shuffle;
  bool forced = false; ///< lanes of `mask` that have not returned never came
  unsigned warp = 0;
  std::uint32_t mask = 0;                        ///< as the lanes gave it
  std::uint32_t came = 0;                        ///< lanes that take part
  std::uint32_t existing = 0;                    ///< lanes that the block has
  std::uint32_t live = 0;                        ///< lanes that have not returned
  std::array<std::uint8_t, warp_size> sources{}; ///< which lane each of `came` reads
  const void* const* sites = nullptr; ///< where each live lane waits: calls of the student's code
  const char* called = "";            ///< the function that they called
};

/// Why a kernel cannot go on.
enum class stop_reason : std::uint8_t {
  endless_loop,
  trap,
  failed_assertion,
  stack_overflow,
  division_by_zero ///< of an integer
};

struct kernel_stop {
  stop_reason why = stop_reason::trap;
  const void* site = nullptr; ///< return address: the student's line
  const char* text = "";      ///< "__trap()", or what was asserted
  // Threads of the block that wait at a barrier meanwhile, and where the first of them is.
  unsigned waiting = 0, waiting_thread = 0;
  const void* waiting_at = nullptr;
  bool has_launched = false; ///< the kernel of an endless loop has launched others
};

/// Listens to the blocks of one OS thread, one after the other. Called by that OS thread only.
class block_observer {
public:
  virtual ~block_observer() = default;
  virtual void block_begins(const block_state&) {}
  virtual void accessed(const block_state&, const access&) {}
  /// A read of constant memory: it has no races and no traffic of its own.
  virtual void read_constant(const block_state&, const access&) {}
  /// False: need not be called for accesses at all.
  virtual bool hears_accesses() const { return true; }
  /// Whether accessed() says in access::quiet of plain reads of aligned 4 bytes what is true of
  /// them. Reads that are quiet for all observers are not reported to any, only counted in
  /// thread_state::since_barrier. A thread that has passed a warp barrier is always heard.
  virtual bool tells_quiet_reads() const { return false; }
  /// All live threads arrived; block_state::epoch is already the new one.
  virtual void barrier_opened(const block_state&) {}
  /// The grid's barrier opened: what all blocks did before it comes before all that they do now.
  /// barrier_opened() follows.
  virtual void grid_synchronised(const block_state&) {}
  /// The current thread executed a memory fence.
  virtual void fenced(const block_state&, fence_scope) {}
  /// A barrier that is an object in memory (cuda::barrier) is made, at this address.
  virtual void barrier_made(const block_state&, const void* barrier) { (void)barrier; }
  /// The current thread arrives at it. What it did before comes before what those do who have
  /// waited for the phase. phase_ended() may follow. `whole_device`: other blocks may use it.
  virtual void arrived(const block_state&, const void* barrier, bool whole_device) {
    (void)barrier, (void)whole_device;
  }
  /// Nothing is missing any more: whoever waits may go on.
  virtual void phase_ended(const block_state&, const void* barrier) { (void)barrier; }
  /// The current thread has waited for it.
  virtual void phase_awaited(const block_state&, const void* barrier, bool whole_device) {
    (void)barrier, (void)whole_device;
  }
  /// Accesses of the current thread are those of an asynchronous copy, until it is under way.
  /// `barrier`: whose present phase waits for it; null: the thread's own copies_awaited() does.
  virtual void copy_begins(const block_state&, const void* barrier) { (void)barrier; }
  virtual void copy_is_under_way(const block_state&) {}
  /// The copies that the current thread has begun since the last such call are a batch.
  virtual void copies_committed(const block_state&) {}
  /// It has waited for its batches but for the last ones. `site`: return address of the wait.
  virtual void copies_awaited(const block_state&, unsigned but_last, const void* site) {
    (void)but_last, (void)site;
  }
  /// The scheduler turns from one warp to another, or the block ends: no lane of `warp` is in the
  /// middle of anything.
  virtual void warp_left(const block_state&, unsigned warp, bool yielded) {
    (void)warp, (void)yielded;
  }
  virtual void thread_returned(const block_state&) {}
  /// False: need not be called when threads return.
  virtual bool hears_returns() const { return false; }
  /// A barrier had to open although not all threads came to the same one. `of_warp`: of
  /// lanes of a warp.
  virtual void barrier_diverged(const block_state&, const std::vector<standing>&, bool of_warp) {
    (void)of_warp;
  }
  /// Lanes of a warp have met at a barrier of theirs and go on, with this thread_state::warp_epoch.
  /// `sites`: where each lane waited.
  virtual void warp_barrier_opened(const block_state&, unsigned warp, std::uint32_t lanes,
                                   std::uint32_t warp_epoch, const void* const* sites) {
    (void)warp, (void)lanes, (void)warp_epoch, (void)sites;
  }
  /// Told of every shuffle, of products of matrices that lack lanes, and of other collectives when
  /// they were forced to open.
  virtual void lanes_met(const block_state&, const warp_meeting&) {}
  /// The current thread named other lanes, but not itself.
  virtual void mask_without_caller(const block_state&, const char* called, const void* site,
                                   std::uint32_t mask) {
    (void)called, (void)site, (void)mask;
  }
  /// The current thread cannot go on, and the launch ends. @return whether this observer reports it
  virtual bool stopped(const block_state&, const kernel_stop&) { return false; }
  virtual void block_ended(const block_state&) {}
};

struct operation;

/// Lives as long as it is switched on.
class observer {
public:
  virtual ~observer() = default;
  virtual std::unique_ptr<block_observer> watch_blocks() = 0; ///< for one more OS thread
  /// A copy or a fill comes next: operation::uses says what it touches.
  virtual void transfer_begins(std::uint64_t operation_number, const operation&) {
    (void)operation_number;
  }
  virtual void launch_begins(const launch_record&) {}
  /// All blocks of a cooperative launch wait at the grid's barrier, which is about to open.
  virtual void grid_synchronised(const launch_record&) {}
  /// Some blocks wait at the grid's barrier and the others have ended, so that it can never open.
  /// `waiting_at`: for each block the barrier's call, or null.
  /// @return whether this observer reports it
  virtual bool grid_diverged(const launch_record&, const std::vector<const void*>& waiting_at) {
    (void)waiting_at;
    return false;
  }
  /// All blocks have ended, in all OS threads.
  virtual void launch_ended(const launch_record&) {}
};

} // namespace cudalab::emulator
