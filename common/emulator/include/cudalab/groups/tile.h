// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Tiles: equal parts of a block or of a tile, of 1 to 32 threads side by side.
#pragma once // IWYU pragma: private, include <cooperative_groups.h>

#include "coalesced_group.h"
#include "thread_block.h"

namespace cudalab {
namespace emulator {
namespace groups {

/// The current thread's part of its block, where each part has `size` threads: 1, 2, ... 32.
CUDALAB_GROUP part part_of_block(unsigned size) {
  const unsigned rank = rank_in_block();
  const unsigned lanes = size >= 32 ? ~0u : (1u << size) - 1;
  return {lanes << (rank % 32 / size * size), rank / size, (block_size() + size - 1) / size};
}

} // namespace groups
} // namespace emulator
} // namespace cudalab

namespace cooperative_groups {

template <unsigned Size, class Parent = void>
class thread_block_tile : public lanes_of_warp {
  static_assert(Size >= 1 && (Size & (Size - 1)) == 0, "the size of a tile is a power of two");
  static_assert(Size <= 32, "a tile has at most 1024 threads"); // 64 to 1024: tile_of_warps.h

public:
  /// From lanes of this warp, the caller's among them. Not CUDA's.
  CUDALAB_GROUP explicit thread_block_tile(const cudalab::emulator::groups::part& lanes)
      : lanes_of_warp(lanes) {}
  /// A tile whose parent does not matter.
  template <class Other>
  CUDALAB_GROUP thread_block_tile(const thread_block_tile<Size, Other>& other)
      : lanes_of_warp(other) {
    static_assert(__is_same(Parent, void), "the tile has another parent");
  }

  CUDALAB_GROUP static unsigned thread_rank() {
    return cudalab::emulator::groups::rank_in_block() % Size;
  }
  CUDALAB_GROUP static constexpr unsigned num_threads() { return Size; }
  CUDALAB_GROUP static constexpr unsigned size() { return Size; }

  /// The value of the thread whose rank differs in the bits of `mask`.
  template <class T>
  CUDALAB_GROUP plain_t<T> shfl_xor(T&& value, unsigned mask) const {
    return this->template exchanged<plain_t<T>>(whose::across, value, mask, "shfl_xor()");
  }
};

template <unsigned Size>
CUDALAB_GROUP thread_block_tile<Size, thread_block> tiled_partition(const thread_block&) {
  return thread_block_tile<Size, thread_block>(cudalab::emulator::groups::part_of_block(Size));
}
template <unsigned Size, unsigned ParentSize, class Ancestor>
CUDALAB_GROUP thread_block_tile<Size, thread_block_tile<ParentSize, Ancestor>>
tiled_partition(const thread_block_tile<ParentSize, Ancestor>& parent) {
  static_assert(Size < ParentSize, "a tile of a tile must be smaller than it");
  return thread_block_tile<Size, thread_block_tile<ParentSize, Ancestor>>(
      cudalab::emulator::groups::part_by_rank(parent.lane_mask(), Size));
}

/// A group of the current thread alone.
CUDALAB_GROUP thread_block_tile<1> this_thread() {
  return thread_block_tile<1>({1u << cudalab::emulator::groups::lane(), 0, 1});
}

/// Parts of `size` threads, a power of two up to 32, where size is known only when the program
/// runs. The last part of a coalesced group may have fewer.
CUDALAB_GROUP coalesced_group tiled_partition(const coalesced_group& parent, unsigned size) {
  if (parent.size() <= size) // as in CUDA: with its own place among other parts
    return parent;
  return coalesced_group(cudalab::emulator::groups::part_by_rank(parent.lane_mask(), size));
}
CUDALAB_GROUP thread_group tiled_partition(const thread_block&, unsigned size) {
  return coalesced_group(cudalab::emulator::groups::part_of_block(size));
}
CUDALAB_GROUP thread_group tiled_partition(const thread_group& parent, unsigned size) {
  using namespace cudalab::emulator::groups;
  return coalesced_group(parent.is_block_ ? part_of_block(size) : part_by_rank(parent.mask_, size));
}

} // namespace cooperative_groups
