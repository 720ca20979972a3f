// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Fences and flags, as the threads of one block use them. After CUDA's memory model: a fence and
/// then a strong (atomic or volatile) write release what the thread did before the fence, and what
/// others did before a barrier that it passed; a strong read of the same place and then a fence or
/// a barrier acquire it.
///
/// Where the model is stricter than programs that are known to work, the programs win: a plain
/// write right after a fence counts as a flag, a barrier after a strong read as a fence, and a
/// fence of all threads before a barrier as one by whichever of them sets the flag after it.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "emulator/observe/race/barrier_clocks.h"
#include "emulator/observe/race/copies_under_way.h"
#include "emulator/observe/race/global_touch.h"
#include "emulator/observe/race/grid_shadow.h"
#include "emulator/observe/race/sync_table.h"

namespace cudalab::emulator {

class block_sync final : public order_between_blocks {
public:
  block_sync(sync_table& table, const race_moments& moments) : table_(table), moments_(moments) {}

  void block_begins(const block_state& block);
  void fenced(const block_state& block, fence_scope scope);
  void barrier_opened(const block_state& block);
  void thread_returned() { ++returned_; }

  // Barriers that are objects in memory:
  void barrier_made(const void* barrier) { barriers_.made(barrier); }
  void arrived(const block_state& block, const void* barrier, bool whole_device);
  void phase_ended(const void* barrier) { barriers_.phase_ended(barrier); }
  void phase_awaited(const block_state& block, const void* barrier, bool whole_device);
  std::uint32_t phases(const void* barrier) { return barriers_.phases(barrier); }
  /// The current thread begins a copy. Who waits for the barrier's phase comes after what the
  /// thread did before.
  /// @return the thread's fences by then
  std::uint32_t copy_begins(const block_state& block, const void* barrier);
  /// A copy that a phase of the barrier waited for is done: who has waited for it comes after it.
  /// @param part of the copy @return the fences since the block barrier that its writes count with
  std::uint32_t copy_ended(const block_state& block, const copied_part& part);

  /// An access that may set or read a flag; before it happens.
  /// @return its role, now that fences are known
  touch_role accessed(const block_state& block, const access& seen);

  bool in_use() const { return table_.in_use(); }
  /// Fences that a thread of this block has executed: in all, and since the last block barrier.
  std::uint32_t fences(std::uint32_t thread) const { return threads_[thread].fences; }
  std::uint32_t fences_since_barrier(std::uint32_t thread, std::uint32_t epoch) const;

  /// Whether an earlier access comes before what the current thread does now: by another block,
  bool is_before(const global_touch& earlier, std::uint64_t offset) override;
  /// by another thread of this block since the last block barrier (which is the number `epoch`),
  /// `fences` being its fences in all,
  bool is_before(std::uint32_t thread, std::uint32_t warp_epoch, std::uint32_t fences);
  /// or the same with the number since the barrier.
  bool is_before_here(std::uint32_t thread, std::uint32_t warp_epoch, std::uint32_t fences);

private:
  struct thread_sync {
    std::uint32_t fences = 0;
    std::uint32_t fence_epoch = ~0u; ///< of the last fence
    std::uint32_t fences_before = 0; ///< that epoch
    bool wrote_since_fence = false;
    bool fenced_since_barrier = false;
    std::vector<std::uint64_t> flags; ///< read, and not yet relied upon
    std::uint32_t flags_at = 0;       ///< warp epoch of the last of them
    sync_clock known;                 ///< since the last block barrier
    sync_clock known_before;          ///< the same, before this warp epoch:
    std::uint32_t known_at = 0;
    sync_clock released, released_in_block; ///< by the fences so far
  };

  thread_sync& touch(std::uint32_t thread);
  void read_flag(std::uint32_t thread, std::uint32_t warp_epoch, std::uint64_t flag);
  void set_flag(std::uint32_t thread, std::uint64_t flag);
  void acquire(thread_sync& who, std::uint32_t warp_epoch);
  void learn(thread_sync& who, std::uint32_t warp_epoch, sync_clock all);
  thread_sync& pass_fence(const block_state& block);
  static void count_fence(thread_sync& who, std::uint32_t epoch);
  sync_clock all_known();
  template <class Use>
  bool any_known(const Use& use);

  sync_table& table_;
  const race_moments& moments_;
  const block_state* block_ = nullptr;
  std::array<thread_sync, max_threads_per_block> threads_;
  std::vector<std::uint32_t> touched_; ///< threads that are not as at the beginning
  std::array<bool, max_threads_per_block> is_touched_{};
  std::unordered_map<std::uint64_t, sync_clock> own_flags_; ///< of the block; shared memory's too
  barrier_clocks barriers_;
  sync_clock known_;           ///< by all threads since the last block barrier
  sync_clock fenced_together_; ///< by fences before barriers
  unsigned fenced_ = 0;        ///< threads with a fence for the device since the last block barrier
  unsigned returned_ = 0;
};

} // namespace cudalab::emulator
