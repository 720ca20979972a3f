// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Tiles of 64, 128, ... 1024 threads: several whole warps of a block. They wait for each other at
/// a barrier in shared memory, and exchange values there. The memory is the library's own.
#pragma once // IWYU pragma: private, include <cooperative_groups.h>

#include "../async/async_functions.h"
#include "tile.h"

namespace cudalab {
namespace emulator {
namespace groups {

/// Of all tiles of one size in a block.
struct room_of_tiles {
  unsigned long long barriers[16];
  struct __align__(16) slot {
    unsigned char bytes[32];
  }
  slots[32]; ///< one for each warp
};

} // namespace groups
} // namespace emulator
} // namespace cudalab

namespace cooperative_groups {

/// Base of such tiles; not CUDA's.
template <unsigned Size>
class tile_of_warps {
public:
  CUDALAB_GROUP static unsigned thread_rank() {
    return cudalab::emulator::groups::rank_in_block() % Size;
  }
  CUDALAB_GROUP static constexpr unsigned num_threads() { return Size; }
  CUDALAB_GROUP static constexpr unsigned size() { return Size; }
  CUDALAB_GROUP static unsigned meta_group_rank() {
    return cudalab::emulator::groups::rank_in_block() / Size;
  }
  CUDALAB_GROUP static unsigned meta_group_size() {
    return (cudalab::emulator::groups::block_size() + Size - 1) / Size;
  }

  CUDALAB_GROUP void sync() const {
    using namespace cudalab::emulator::async;
    const unsigned phase = arrive_at_barrier(barrier(), 1, 0, false, false, "sync()");
    wait_for_phase(barrier(), phase, false, "sync()");
  }
  CUDALAB_GROUP bool any(bool predicate) const {
    return joined(cudalab::emulator::groups::any_lane(~0u, predicate),
                  [](bool one, bool other) { return one || other; });
  }
  CUDALAB_GROUP bool all(bool predicate) const {
    return joined(cudalab::emulator::groups::all_lanes(~0u, predicate),
                  [](bool one, bool other) { return one && other; });
  }

  /// One value of the values of the tile's warps, each the same in its 32 lanes. Not CUDA's.
  template <class T, class Operator>
  CUDALAB_GROUP T joined(T of_warp, Operator&& op) const {
    static_assert(sizeof(T) <= 32, "the threads of a group exchange values of at most 32 bytes");
    const unsigned rank = cudalab::emulator::groups::rank_in_block();
    if (rank % 32 == 0)
      slot<T>(rank / 32) = of_warp;
    sync();
    const unsigned first = rank / Size * (Size / 32);
    T result = slot<T>(first);
    for (unsigned warp = 1; warp < Size / 32; ++warp)
      result = op(result, slot<T>(first + warp));
    sync();
    return result;
  }

protected:
  CUDALAB_GROUP tile_of_warps() : room_(shared_room()) {
    __syncthreads(); // an earlier partition may be in use
    if (thread_rank() == 0)
      cudalab::emulator::async::make_barrier(barrier(), Size);
    __syncthreads();
  }

private:
  CUDALAB_GROUP static cudalab::emulator::groups::room_of_tiles* shared_room() {
    __shared__ cudalab::emulator::groups::room_of_tiles room;
    return &room;
  }
  CUDALAB_GROUP void* barrier() const { return &room_->barriers[meta_group_rank()]; }
  template <class T>
  CUDALAB_GROUP T& slot(unsigned warp) const {
    return *reinterpret_cast<T*>(room_->slots[warp].bytes);
  }

  cudalab::emulator::groups::room_of_tiles* room_;
};

#define CUDALAB_TILE_OF_WARPS(threads)                                                             \
  template <class Parent>                                                                          \
  class thread_block_tile<threads, Parent> : public tile_of_warps<threads> {                       \
  public:                                                                                          \
    CUDALAB_GROUP explicit thread_block_tile(const cudalab::emulator::groups::part&) {}            \
    template <class Other>                                                                         \
    CUDALAB_GROUP thread_block_tile(const thread_block_tile<threads, Other>& other)                \
        : tile_of_warps<threads>(other) {}                                                         \
  };
CUDALAB_TILE_OF_WARPS(64)
CUDALAB_TILE_OF_WARPS(128)
CUDALAB_TILE_OF_WARPS(256)
CUDALAB_TILE_OF_WARPS(512)
CUDALAB_TILE_OF_WARPS(1024)
#undef CUDALAB_TILE_OF_WARPS

/// Room for such tiles. Here the library has its own, and this is none.
template <unsigned Threads = 1024>
struct block_tile_memory {
  unsigned char unused;
};
template <unsigned Threads>
CUDALAB_GROUP thread_block this_thread_block(block_tile_memory<Threads>&) {
  return this_thread_block();
}

} // namespace cooperative_groups
