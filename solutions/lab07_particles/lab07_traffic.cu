// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Traffic: the reference kernels of lab 07, for the comparison with Nsight Compute.
// Counts: fountain_kernel ld.requests 128
// Counts: fountain_kernel ld.sectors 2048
// Counts: fountain_kernel st.requests 192
// Counts: fountain_kernel st.sectors 3072
// Counts: swarm_kernel ld.requests 128
// Counts: swarm_kernel st.requests 192
// Counts: gravity_kernel ld.requests 32
// Counts: gravity_kernel st.requests 24
#include <vector>

#include "lab/device_buffer.h"
#include "lab07.cu"

int main() {
  const std::vector<float4> zeros(2 * 64 * 32);
  lab::device_buffer<float4> vbo(zeros.data(), zeros.size()), state(zeros.data(), 64 * 32);
  lab::device_buffer<float4> out(2 * 256);
  fountain_step(vbo.data(), state.data(), 64, 32, 600, 0.5f, 0.5f, dim3(16, 16));
  swarm_step(vbo.data(), state.data(), 64, 32, 600, float3{0.1f, 0.2f, 0.3f},
             float3{0.5f, 0.5f, 0.5f}, dim3(16, 16));
  gravity_step(vbo.data(), out.data(), state.data(), 256);
  CUDA_CHECK(cudaDeviceSynchronize());
}
