// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Where execution is: the launch, the block and the thread that this OS thread works on.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "emulator/runtime/call_path.h"

namespace cudalab::emulator {

inline constexpr unsigned warp_size = 32;
inline constexpr unsigned max_threads_per_block = 1024;

struct index3 {
  unsigned x = 0, y = 0, z = 0;
};

/// The index of a block or thread, x running fastest.
inline index3 index_of(std::uint64_t linear, const index3& extent) {
  const std::uint64_t x = std::max(extent.x, 1u), y = std::max(extent.y, 1u);
  return {static_cast<unsigned>(linear % x), static_cast<unsigned>(linear / x % y),
          static_cast<unsigned>(linear / x / y)};
}

/// Which stream work belongs to, for those who tell of it when the stream may be gone.
struct stream_identity {
  enum class kind : std::uint8_t { legacy, of_thread, made };
  kind what = kind::legacy;
  unsigned order = 0;                                ///< of those that the program made: 1, 2, ...
  const void* made_at = nullptr;                     ///< code address of the call that made it
  std::shared_ptr<const call_path> behind = nullptr; ///< the calls around that one; null: not known
  bool in_graph = false;      ///< it is a graph's node that the program added itself
  const void* body = nullptr; ///< the body of a conditional node that has this node; else null
  bool blocking = true;       ///< false: it was made with cudaStreamNonBlocking
  bool by_kernel = false;     ///< a kernel made it
  bool by_driver = false;     ///< a call of the driver API did
  int device = 0;
};

struct child_place;

/// One argument of a launch among all.
struct argument_place {
  std::size_t offset = 0, bytes = 0;
};

/// One launch of a kernel.
struct launch_record {
  const char* kernel =
      "";                ///< the kernel's name as written at the launch, without template arguments
  const char* file = ""; ///< place of the launch
  int line = 0;
  index3 grid, block;
  std::size_t dynamic_shared_bytes = 0;
  bool cooperative = false; ///< all blocks are alive at once
  std::uint64_t number = 0; ///< of the operation: see operation.h
  stream_identity stream = {};
  int device = 0; ///< that runs it
  /// Where the launch keeps the kernel's arguments. Checked code that copies them to a thread is
  /// seen reading here; this is no access of the student's.
  const std::byte* arguments = nullptr;
  std::size_t argument_bytes = 0;
  std::vector<argument_place> argument_places = {}; ///< among these; empty where nobody watches
  std::shared_ptr<const child_place> child = {};    ///< of a launch by a kernel; else null

  unsigned threads_per_block() const { return block.x * block.y * block.z; }
  std::uint64_t blocks() const { return std::uint64_t{grid.x} * grid.y * grid.z; }
};

/// How often a thread has accessed one kind of memory. Counted in checked code only.
struct access_counts {
  std::uint32_t reads = 0, writes = 0;
};

/// The last basic blocks of checked code that a thread entered: where it was when it returned.
/// It is written by observe/access/callbacks.cpp.
struct code_trail {
  std::uint32_t entered = 0; ///< so many in all
  /// The lower half of their addresses, in a ring: the n-th (from 0) is at n % 4.
  std::array<std::uint32_t, 4> blocks{};
};

/// What a function of the device library does for a thread, beyond an access to one element.
enum class library_work : std::uint8_t { none, matrix, copy };

/// A CUDA thread of the block at hand. All of it is one line of the cache: a block has many
/// threads, and turns from one to the next often.
struct alignas(64) thread_state {
  index3 index;
  unsigned linear = 0;          ///< x fastest
  std::uint32_t warp_epoch = 0; ///< warp barriers passed
  /// Since the last block barrier, by memory_space.
  std::array<access_counts, 2> since_barrier{};
  code_trail trail; ///< while another thread runs
  /// Of its atomic operation at hand: it changes what it finds only if that is worth it, as
  /// atomicCAS and atomicMax do.
  bool looks_again = false;
  bool exchanges = false;                  ///< likewise: it is atomicExch
  library_work works = library_work::none; ///< what its access at hand belongs to

  unsigned warp() const { return linear / warp_size; }
  unsigned lane() const { return linear % warp_size; }
};

static_assert(sizeof(thread_state) == 64);

/// The block that an OS thread runs. A block never changes its OS thread.
struct block_state {
  const launch_record* launch = nullptr;
  index3 index;
  std::uint64_t linear = 0;
  std::uint32_t epoch = 0;        ///< block and grid barriers opened so far
  thread_state* thread = nullptr; ///< the thread that runs now
};

/// Of the thread that runs.
extern "C" __thread code_trail cudalab_trail;

/// The block at hand; null in host code.
extern constinit thread_local block_state* current_block;
/// The same as current_block->thread, at hand for what runs most; null in host code.
extern constinit thread_local thread_state* current_thread;

/// Whether the address is on the stack of a CUDA thread (any thread's, of any block at hand).
bool on_thread_stack(const void* address);

/// The access at hand must not happen: leave the kernel for good, without unwinding, and make
/// every later call of the runtime fail with `error` (a cudaError_t), as on a GPU. Only in device
/// code.
[[noreturn]] void abandon_launch(int error);

} // namespace cudalab::emulator
