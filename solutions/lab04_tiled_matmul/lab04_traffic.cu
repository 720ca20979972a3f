// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Traffic: the reference kernels of lab 04, for the comparison with Nsight Compute.
// Counts: matmul_tiled_kernel ld.requests 8192
// Counts: matmul_tiled_kernel ld.sectors 32768
// Counts: matmul_tiled_kernel st.requests 512
// Counts: matmul_tiled_kernel st.sectors 2048
// Counts: matmul_tiled_kernel shared_ld.conflicts 0
// Counts: matmul_tiled_kernel shared_st.conflicts 0
// Counts: matmul_tiled_dynamic_kernel ld.requests 1132
#include <vector>

#include "lab/device_buffer.h"
#include "lab04.cu"

int main() {
  const std::vector<float> ones(128 * 128, 1.0f);
  const lab::device_buffer<float> m(ones.data(), ones.size()), n(ones.data(), ones.size());
  lab::device_buffer<float> p(ones.size());
  matmul_tiled(m.data(), n.data(), p.data(), 128, 128, 128);
  matmul_tiled_dynamic(m.data(), n.data(), p.data(), 100, 37, 59, 16);
  CUDA_CHECK(cudaDeviceSynchronize());
}
