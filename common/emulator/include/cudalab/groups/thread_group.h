// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// A group whose kind is known only when the program runs.
#pragma once // IWYU pragma: private, include <cooperative_groups.h>

#include "../device_code.h"
#include "../warp.h"
#include "group_functions.h"

#define CUDALAB_GROUP __device__ __forceinline__

namespace cudalab {
namespace emulator {
namespace groups {

/// Place of the current thread in its block, and how many threads the block has.
CUDALAB_GROUP unsigned rank_in_block() {
  return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}
CUDALAB_GROUP unsigned block_size() {
  return blockDim.x * blockDim.y * blockDim.z;
}
CUDALAB_GROUP unsigned lane() {
  return rank_in_block() % 32;
}
CUDALAB_GROUP unsigned lanes_below() {
  return (1u << lane()) - 1;
}
CUDALAB_GROUP unsigned count_bits(unsigned bits) {
  return static_cast<unsigned>(__builtin_popcount(bits));
}

} // namespace groups
} // namespace emulator
} // namespace cudalab

namespace cooperative_groups {

class thread_group {
public:
  CUDALAB_GROUP void sync() const {
    if (is_block_)
      __syncthreads();
    else
      cudalab::emulator::groups::wait_for_lanes(mask_, "sync()");
  }
  CUDALAB_GROUP unsigned long long thread_rank() const {
    using namespace cudalab::emulator::groups;
    return is_block_ ? rank_in_block() : count_bits(mask_ & lanes_below());
  }
  CUDALAB_GROUP unsigned long long num_threads() const {
    using namespace cudalab::emulator::groups;
    return is_block_ ? block_size() : count_bits(mask_);
  }
  CUDALAB_GROUP unsigned long long size() const { return num_threads(); }

protected:
  CUDALAB_GROUP thread_group() : is_block_(true), mask_(0) {}
  CUDALAB_GROUP explicit thread_group(unsigned mask) : is_block_(false), mask_(mask) {}

  bool is_block_;
  unsigned mask_; ///< of the warp's lanes

  friend __device__ thread_group tiled_partition(const thread_group& parent, unsigned size);
};

template <class Group>
CUDALAB_GROUP void sync(const Group& group) {
  group.sync();
}
template <class Group>
CUDALAB_GROUP auto thread_rank(const Group& group) -> decltype(group.thread_rank()) {
  return group.thread_rank();
}
template <class Group>
CUDALAB_GROUP auto group_size(const Group& group) -> decltype(group.num_threads()) {
  return group.num_threads();
}

} // namespace cooperative_groups
