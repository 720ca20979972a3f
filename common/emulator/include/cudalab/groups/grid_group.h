// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// All threads of a grid as a group. They can wait for each other in a cooperative launch.
#pragma once // IWYU pragma: private, include <cooperative_groups.h>

#include "thread_group.h"

namespace cudalab {
namespace emulator {

/// Waits until every thread of the grid is here. In a launch that is not cooperative the kernel
/// fails, as on a GPU.
__device__ void wait_for_grid();
__device__ bool launch_is_cooperative();

} // namespace emulator
} // namespace cudalab

namespace cooperative_groups {

class grid_group {
public:
  CUDALAB_GROUP static bool is_valid() { return cudalab::emulator::launch_is_cooperative(); }
  CUDALAB_GROUP static void sync() { cudalab::emulator::wait_for_grid(); }

  CUDALAB_GROUP static dim3 dim_blocks() { return dim3(gridDim.x, gridDim.y, gridDim.z); }
  CUDALAB_GROUP static dim3 group_dim() { return dim_blocks(); }
  CUDALAB_GROUP static dim3 block_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
  CUDALAB_GROUP static unsigned long long num_blocks() {
    return static_cast<unsigned long long>(gridDim.x) * gridDim.y * gridDim.z;
  }
  CUDALAB_GROUP static unsigned long long block_rank() {
    return (static_cast<unsigned long long>(blockIdx.z) * gridDim.y + blockIdx.y) * gridDim.x +
           blockIdx.x;
  }
  CUDALAB_GROUP static unsigned long long num_threads() {
    return num_blocks() * cudalab::emulator::groups::block_size();
  }
  CUDALAB_GROUP static unsigned long long size() { return num_threads(); }
  CUDALAB_GROUP static unsigned long long thread_rank() {
    return block_rank() * cudalab::emulator::groups::block_size() +
           cudalab::emulator::groups::rank_in_block();
  }

  /// A barrier in two halves. Here the whole barrier is in the second.
  struct arrival_token {};
  CUDALAB_GROUP static arrival_token barrier_arrive() { return {}; }
  CUDALAB_GROUP static void barrier_wait(arrival_token&&) { sync(); }

private:
  CUDALAB_GROUP grid_group() {}
  friend __device__ grid_group this_grid();
};

CUDALAB_GROUP grid_group this_grid() {
  return grid_group();
}

} // namespace cooperative_groups
