// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Traffic: structures that are copied and cleared, memcpy and memset; as nvcc's PTX has them (nvcc
// 13.0, -arch=sm_90). A structure goes in steps of its alignment; of memcpy's pointers nvcc knows
// no alignment. One warp each.
// Counts: bytes_assigned ld.requests 3
// Counts: bytes_assigned ld.bytes 96
// Counts: bytes_assigned st.requests 3
// Counts: shorts_assigned ld.requests 3
// Counts: shorts_assigned st.requests 3
// Counts: floats_assigned ld.requests 3
// Counts: floats_assigned st.requests 3
// Counts: aligned_assigned ld.requests 1
// Counts: aligned_assigned st.requests 1
// Counts: aligned_inside ld.requests 3
// Counts: aligned_inside st.requests 3
// Counts: vectors_assigned ld.requests 1
// Counts: vectors_assigned st.requests 1
// Counts: bytes_cleared st.requests 3
// Counts: shorts_cleared st.requests 3
// Counts: large_cleared st.requests 40
// Counts: memcpy_of_ints ld.requests 4
// Counts: memcpy_of_ints ld.sectors 16
// Counts: memcpy_of_ints ld.bytes 128
// Counts: memcpy_of_ints st.requests 4
// Counts: memcpy_of_vectors ld.requests 16
// Counts: memcpy_of_vectors st.requests 16
// Counts: memset_of_floats st.requests 12
// Counts: memset_of_variable st.requests 24
// Counts: memset_of_shared shared_st.requests 3
// Counts: memset_of_much_shared shared_st.requests 24
// Counts: one_address ld.requests 1
// Counts: one_address ld.bytes 4
// Counts: two_addresses ld.bytes 8
// Counts: while_others_yield ld.requests 1
// Counts: while_others_yield atomic.requests 3
// Counts: while_warps_yield ld.requests 3
// Counts: while_warps_yield st.requests 3
// Counts: while_warps_yield atomic.requests 9
#include <cstdio>
#include <cstring>

struct rgb {
  unsigned char r, g, b;
};
struct shorts {
  short a, b, c;
};
struct floats {
  float x, y, z;
};
struct alignas(8) complex {
  float re, im;
};
struct three {
  complex a, b, c;
};
struct large {
  float all[40];
};

__global__ void bytes_assigned(const rgb* in, rgb* out) {
  out[threadIdx.x] = in[threadIdx.x];
}
__global__ void shorts_assigned(const shorts* in, shorts* out) {
  const shorts v = in[threadIdx.x];
  out[threadIdx.x] = v;
}
__global__ void floats_assigned(const floats* in, floats* out) {
  out[threadIdx.x] = in[threadIdx.x];
}
__global__ void aligned_assigned(const complex* in, complex* out) {
  out[threadIdx.x] = in[threadIdx.x];
}
__global__ void aligned_inside(const three* in, three* out) {
  out[threadIdx.x] = in[threadIdx.x];
}
__global__ void vectors_assigned(const double2* in, double2* out) {
  out[threadIdx.x] = in[threadIdx.x];
}
__global__ void bytes_cleared(rgb* out) {
  out[threadIdx.x] = {};
}
__global__ void shorts_cleared(shorts* out) {
  out[threadIdx.x] = shorts{};
}
__global__ void large_cleared(large* out) {
  out[threadIdx.x] = {};
}
__global__ void memcpy_of_ints(const int* in, int* out) {
  memcpy(&out[threadIdx.x], &in[threadIdx.x], sizeof(int));
}
__global__ void memcpy_of_vectors(const float4* in, float4* out) {
  memcpy(&out[threadIdx.x], &in[threadIdx.x], sizeof(float4));
}
__global__ void memset_of_floats(floats* out) {
  memset(&out[threadIdx.x], 0, sizeof(floats));
}
__device__ double variable[3 * 32];
__global__ void memset_of_variable() {
  memset(&variable[3 * threadIdx.x], 0, 3 * sizeof(double));
}
__global__ void memset_of_shared() {
  __shared__ int s[3 * 32];
  memset(&s[3 * threadIdx.x], 0, 3 * sizeof(int));
}
__global__ void memset_of_much_shared() {
  __shared__ double s[3 * 32];
  memset(&s[3 * threadIdx.x], 0, 3 * sizeof(double));
}
__global__ void one_address(const int* in, int* out) {
  out[threadIdx.x] = in[3];
}
__global__ void two_addresses(const int* in, int* out) {
  out[threadIdx.x] = in[threadIdx.x % 2];
}
/// Who tries again lets others go first; the warp comes to the last line together.
__global__ void while_others_yield(int* counter, const int* in, int* out) {
  int sum = 0;
  for (unsigned i = 0; i < threadIdx.x % 4; ++i)
    sum += atomicMax(counter, 0);
  out[threadIdx.x] = in[threadIdx.x] + sum;
}
/// The same in three warps: what a warp has done before its threads yield is not lost, nor another's.
__global__ void while_warps_yield(int* counter, const int* in, int* out) {
  int sum = in[threadIdx.x];
  for (unsigned i = 0; i < threadIdx.x % 4; ++i)
    sum += atomicMax(counter, 0);
  out[threadIdx.x] = sum;
}

int main() {
  char *in = nullptr, *out = nullptr;
  cudaMalloc(&in, 8192);
  cudaMalloc(&out, 8192);
  cudaMemset(in, 0, 8192);
  bytes_assigned<<<1, 32>>>((rgb*)in, (rgb*)out);
  shorts_assigned<<<1, 32>>>((shorts*)in, (shorts*)out);
  floats_assigned<<<1, 32>>>((floats*)in, (floats*)out);
  aligned_assigned<<<1, 32>>>((complex*)in, (complex*)out);
  aligned_inside<<<1, 32>>>((three*)in, (three*)out);
  vectors_assigned<<<1, 32>>>((double2*)in, (double2*)out);
  bytes_cleared<<<1, 32>>>((rgb*)out);
  shorts_cleared<<<1, 32>>>((shorts*)out);
  large_cleared<<<1, 32>>>((large*)out);
  memcpy_of_ints<<<1, 32>>>((int*)in, (int*)out);
  memcpy_of_vectors<<<1, 32>>>((float4*)in, (float4*)out);
  memset_of_floats<<<1, 32>>>((floats*)out);
  memset_of_variable<<<1, 32>>>();
  memset_of_shared<<<1, 32>>>();
  memset_of_much_shared<<<1, 32>>>();
  one_address<<<1, 32>>>((int*)in, (int*)out);
  two_addresses<<<1, 32>>>((int*)in, (int*)out);
  while_others_yield<<<1, 32>>>((int*)out, (int*)in, (int*)out + 64);
  while_warps_yield<<<1, 96>>>((int*)out, (int*)in, (int*)out + 64);
  const bool well = cudaDeviceSynchronize() == cudaSuccess;
  std::puts(well ? "ok" : cudaGetErrorString(cudaGetLastError()));
  cudaFree(in);
  cudaFree(out);
  return well ? 0 : 1;
}
