// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The threads of a block as a group.
#pragma once // IWYU pragma: private, include <cooperative_groups.h>

#include "thread_group.h"

namespace cooperative_groups {

class thread_block : public thread_group {
public:
  CUDALAB_GROUP static void sync() { __syncthreads(); }
  CUDALAB_GROUP static unsigned thread_rank() { return cudalab::emulator::groups::rank_in_block(); }
  CUDALAB_GROUP static dim3 group_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
  CUDALAB_GROUP static dim3 thread_index() { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
  CUDALAB_GROUP static dim3 dim_threads() { return dim3(blockDim.x, blockDim.y, blockDim.z); }
  CUDALAB_GROUP static dim3 group_dim() { return dim_threads(); }
  CUDALAB_GROUP static unsigned num_threads() { return cudalab::emulator::groups::block_size(); }
  CUDALAB_GROUP static unsigned size() { return num_threads(); }

  /// A barrier in two halves. Here the whole barrier is in the second.
  struct arrival_token {};
  CUDALAB_GROUP static arrival_token barrier_arrive() { return {}; }
  CUDALAB_GROUP static void barrier_wait(arrival_token&&) { __syncthreads(); }

private:
  CUDALAB_GROUP thread_block() {}
  friend __device__ thread_block this_thread_block();
};

CUDALAB_GROUP thread_block this_thread_block() {
  return thread_block();
}

} // namespace cooperative_groups
