// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Traffic: the reference kernels of lab 05, for the comparison with Nsight Compute.
// Counts: sum_tree_kernel ld.requests 512
// Counts: sum_tree_kernel ld.sectors 2048
// Counts: sum_tree_kernel shared_ld.conflicts 0
// Counts: sum_tree_kernel shared_st.conflicts 0
// Counts: sum_two_per_thread_kernel ld.requests 512
// Counts: sum_two_per_thread_kernel ld.sectors 2048
// Counts: sum_shuffle_kernel ld.requests 512
// Counts: sum_shuffle_kernel ld.sectors 2048
// Counts: sum_grid_stride_kernel ld.requests 129
// Counts: sum_grid_stride_kernel ld.sectors 2049
#include <vector>

#include "lab/device_buffer.h"
#include "lab05.cu"

int main() {
  const std::vector<int> ones(16387, 1);
  const lab::device_buffer<int> in(ones.data(), ones.size());
  lab::device_buffer<int> out(1);
  sum_tree(in.data(), out.data(), 16384);
  sum_two_per_thread(in.data(), out.data(), 16384);
  sum_shuffle(in.data(), out.data(), 16384);
  sum_grid_stride(in.data(), out.data(), 16387); // the last three: one more request, of one sector
  CUDA_CHECK(cudaDeviceSynchronize());
}
