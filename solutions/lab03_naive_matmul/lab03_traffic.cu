// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Traffic: the reference kernel of lab 03, for the comparison with Nsight Compute.
// Counts: matmul_naive_kernel ld.requests 131072
// Counts: matmul_naive_kernel ld.sectors 262144
// Counts: matmul_naive_kernel st.requests 512
// Counts: matmul_naive_kernel st.sectors 2048
#include <vector>

#include "lab/device_buffer.h"
#include "lab03.cu"

int main() {
  const std::vector<float> ones(128 * 128, 1.0f);
  const lab::device_buffer<float> m(ones.data(), ones.size()), n(ones.data(), ones.size());
  lab::device_buffer<float> p(ones.size());
  matmul_naive(m.data(), n.data(), p.data(), 128, 128, 128);
  CUDA_CHECK(cudaDeviceSynchronize());
}
