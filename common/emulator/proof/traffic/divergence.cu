// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Traffic: lanes that part ways still make one request where they execute one instruction together.
// Counts: own_lengths ld.requests 128
// Counts: own_lengths ld.sectors 512
// Counts: own_lengths st.requests 32
// Counts: two_ways ld.requests 64
// Counts: two_ways ld.sectors 256
// Counts: two_ways st.requests 32
// Counts: one_lane ld.requests 32
// Counts: one_lane ld.sectors 32
// Counts: half_a_block ld.requests 16
// Counts: half_a_block ld.sectors 64
// Counts: in_turns st.requests 128
#include <cstdio>

__global__ void own_lengths(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
#pragma unroll 1
  for (int k = 0; k <= threadIdx.x % 4; ++k)
    sum += in[k * 1024 + i];
  out[i] = sum;
}
__global__ void two_ways(const float* in, const int* other, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float value;
  if (threadIdx.x % 2 == 0)
    value = in[i];
  else
    value = static_cast<float>(other[i]);
  out[i] = value;
}
__global__ void one_lane(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x % 32 == 0)
    out[i] = in[i];
}
__global__ void half_a_block(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x < blockDim.x / 2)
    out[i] = in[i];
}
// Between two turns all lanes meet, so that no two turns are one instruction.
__global__ void in_turns(float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int turn = 0; turn < 4; ++turn) {
    if (threadIdx.x % 4 == turn)
      out[i] = turn;
    __syncwarp();
  }
}

int main() {
  float *in = nullptr, *out = nullptr;
  if (cudaMalloc(&in, 4096 * sizeof(float)) != cudaSuccess ||
      cudaMalloc(&out, 1024 * sizeof(float)) != cudaSuccess)
    return 1;
  cudaMemset(in, 0, 4096 * sizeof(float));
  own_lengths<<<8, 128>>>(in, out);
  two_ways<<<8, 128>>>(in, (const int*)in, out);
  one_lane<<<8, 128>>>(in, out);
  half_a_block<<<8, 128>>>(in, out);
  in_turns<<<8, 128>>>(out);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess)
    std::printf("%s\n", cudaGetErrorString(error));
  cudaFree(in);
  cudaFree(out);
  return error != cudaSuccess;
}
