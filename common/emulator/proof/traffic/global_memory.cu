// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Traffic: sectors of global memory for the usual patterns; 32 warps each.
// Counts: neighbours ld.requests 32
// Counts: neighbours ld.sectors 128
// Counts: neighbours st.requests 32
// Counts: neighbours st.sectors 128
// Counts: one_off ld.sectors 160
// Counts: every_32nd ld.requests 32
// Counts: every_32nd ld.sectors 1024
// Counts: backwards ld.sectors 128
// Counts: all_the_same ld.requests 32
// Counts: all_the_same ld.sectors 32
// Counts: four_at_once ld.requests 32
// Counts: four_at_once ld.sectors 512
// Counts: four_at_once st.sectors 512
// Counts: bytes ld.sectors 32
// Counts: bytes st.sectors 32
// Counts: doubles ld.sectors 256
// Counts: guarded ld.requests 32
// Counts: guarded ld.sectors 125
// Counts: guarded st.sectors 125
// Counts: transposed ld.sectors 128
// Counts: transposed st.requests 32
// Counts: transposed st.sectors 1024
#include <cstdio>

__global__ void neighbours(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];
}
__global__ void one_off(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i + 1];
}
__global__ void every_32nd(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[32 * i];
}
__global__ void backwards(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[1023 - i];
}
__global__ void all_the_same(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[blockIdx.x];
}
__global__ void four_at_once(const float4* in, float4* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];
}
__global__ void bytes(const unsigned char* in, unsigned char* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];
}
__global__ void doubles(const double* in, double* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];
}
__global__ void guarded(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[i];
}
__global__ void transposed(const float* in, float* out) {
  const int x = threadIdx.x, y = blockIdx.x * blockDim.y + threadIdx.y;
  out[x * 32 + y] = in[y * 32 + x];
}

int main() {
  void *in = nullptr, *out = nullptr;
  const size_t bytes_in = 32 * 1024 * sizeof(float), bytes_out = 1024 * sizeof(float4);
  if (cudaMalloc(&in, bytes_in) != cudaSuccess || cudaMalloc(&out, bytes_out) != cudaSuccess)
    return 1;
  cudaMemset(in, 0, bytes_in);
  neighbours<<<8, 128>>>((const float*)in, (float*)out);
  one_off<<<8, 128>>>((const float*)in, (float*)out);
  every_32nd<<<8, 128>>>((const float*)in, (float*)out);
  backwards<<<8, 128>>>((const float*)in, (float*)out);
  all_the_same<<<8, 128>>>((const float*)in, (float*)out);
  four_at_once<<<8, 128>>>((const float4*)in, (float4*)out);
  bytes<<<8, 128>>>((const unsigned char*)in, (unsigned char*)out);
  doubles<<<8, 128>>>((const double*)in, (double*)out);
  guarded<<<8, 128>>>((const float*)in, (float*)out, 1000);
  transposed<<<8, dim3(32, 4)>>>((const float*)in, (float*)out);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess)
    std::printf("%s\n", cudaGetErrorString(error));
  cudaFree(in);
  cudaFree(out);
  return error != cudaSuccess;
}
