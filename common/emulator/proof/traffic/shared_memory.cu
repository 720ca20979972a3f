// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Traffic: shared memory has 32 banks of 4 bytes; one warp.
// Counts: stride_1 shared_ld.requests 1
// Counts: stride_1 shared_ld.conflicts 0
// Counts: stride_1 shared_st.conflicts 0
// Counts: stride_2 shared_ld.conflicts 1
// Counts: stride_2 shared_st.conflicts 1
// Counts: stride_4 shared_ld.conflicts 3
// Counts: stride_32 shared_ld.conflicts 31
// Counts: stride_32 shared_st.conflicts 31
// Counts: stride_33 shared_ld.conflicts 0
// Counts: stride_33 shared_st.conflicts 0
// Counts: same_word shared_ld.requests 1
// Counts: same_word shared_ld.conflicts 0
// Counts: two_words shared_ld.conflicts 0
#include <cstdio>

template <int Stride>
__device__ void through_shared_memory(const float* in, float* out) {
  __shared__ float tile[33 * 32];
  tile[threadIdx.x * Stride] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[(31 - threadIdx.x) * Stride];
}
__global__ void stride_1(const float* in, float* out) {
  through_shared_memory<1>(in, out);
}
__global__ void stride_2(const float* in, float* out) {
  through_shared_memory<2>(in, out);
}
__global__ void stride_4(const float* in, float* out) {
  through_shared_memory<4>(in, out);
}
__global__ void stride_32(const float* in, float* out) {
  through_shared_memory<32>(in, out);
}
__global__ void stride_33(const float* in, float* out) {
  through_shared_memory<33>(in, out);
}
__global__ void same_word(const float* in, float* out) {
  __shared__ float tile[32];
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[blockIdx.x];
}
__global__ void two_words(const double* in, double* out) {
  __shared__ double tile[32];
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[31 - threadIdx.x];
}

int main() {
  double *in = nullptr, *out = nullptr;
  if (cudaMalloc(&in, 32 * sizeof(double)) != cudaSuccess ||
      cudaMalloc(&out, 32 * sizeof(double)) != cudaSuccess)
    return 1;
  cudaMemset(in, 0, 32 * sizeof(double));
  stride_1<<<1, 32>>>((const float*)in, (float*)out);
  stride_2<<<1, 32>>>((const float*)in, (float*)out);
  stride_4<<<1, 32>>>((const float*)in, (float*)out);
  stride_32<<<1, 32>>>((const float*)in, (float*)out);
  stride_33<<<1, 32>>>((const float*)in, (float*)out);
  same_word<<<1, 32>>>((const float*)in, (float*)out);
  two_words<<<1, 32>>>(in, out);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess)
    std::printf("%s\n", cudaGetErrorString(error));
  cudaFree(in);
  cudaFree(out);
  return error != cudaSuccess;
}
