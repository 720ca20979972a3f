// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Traffic: members of vector objects that nvcc loads and stores together, and what it does not; as
// its PTX has it (nvcc 12.8, -arch=sm_90). One warp each.
// Counts: all_four ld.requests 1
// Counts: all_four ld.sectors 16
// Counts: by_reference ld.requests 1
// Counts: backwards ld.requests 1
// Counts: first_and_last ld.requests 1
// Counts: first_and_last ld.sectors 16
// Counts: last_three ld.requests 2
// Counts: squares ld.requests 1
// Counts: own_type ld.requests 2
// Counts: product_of_complex ld.requests 2
// Counts: in_a_loop ld.requests 4
// Counts: in_a_loop ld.sectors 64
// Counts: stored ld.requests 1
// Counts: stored st.requests 1
// Counts: stored st.sectors 16
// Counts: first_three_stored st.requests 2
// Counts: first_and_third_stored st.requests 2
// Counts: increased ld.requests 1
// Counts: increased st.requests 1
// Counts: to_shared ld.requests 1
// Counts: restricted ld.requests 1
// Counts: may_overlap ld.requests 4
// Counts: store_between st.requests 4
// Counts: barrier_between ld.requests 2
// Counts: warp_barrier_between ld.requests 2
// Counts: shuffle_between ld.requests 2
// Counts: atomic_between ld.requests 2
// Counts: branch_between ld.requests 2
// Counts: plain_structure ld.requests 4
// Counts: three_members ld.requests 3
// Counts: plain_array ld.requests 4
// Counts: elements_in_loop ld.requests 8
// Counts: references_to_scalars ld.requests 4
// Counts: is_volatile ld.requests 4
// Counts: repeated ld.requests 8
// Counts: repeated ld.sectors 128
#include <cstdio>

struct four_floats {
  float x, y, z, w;
};
struct alignas(8) complex {
  float re, im;
};
struct alignas(16) eight_floats {
  float all[8];
};
struct __align__(16) two_parts {
  float a, b, c, d, e, f, g, h;
};

__device__ float sum_of(const float& a, const float& b) {
  return a + b;
}

#define I (threadIdx.x)
__global__ void all_four(const float4* in, float* out) {
  out[I] = in[I].x + in[I].y + in[I].z + in[I].w;
}
__global__ void by_reference(const float4* in, float* out) {
  const auto& v = in[I];
  float sum = v.x;
  sum += v.y;
  sum += v.z;
  sum += v.w;
  out[I] = sum;
}
__global__ void backwards(const float4* in, float* out) {
  out[I] = in[I].w + in[I].z + in[I].y + in[I].x;
}
__global__ void first_and_last(const float4* in, float* out) {
  out[I] = in[I].x + in[I].w;
}
__global__ void last_three(const float4* in, float* out) {
  out[I] = in[I].y + in[I].z + in[I].w;
}
__global__ void squares(const float4* in, float* out) {
  const float4& v = in[I];
  out[I] = v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
}
__global__ void own_type(const two_parts* in, float* out) {
  const two_parts& v = in[I];
  out[I] = v.a + v.b + v.c + v.d + v.e + v.f + v.g + v.h;
}
__global__ void product_of_complex(const complex* in, float* out) {
  const complex &a = in[I], &b = in[I + 32];
  const float re = a.re * b.re - a.im * b.im, im = a.re * b.im + a.im * b.re;
  out[I] = re + im;
}
__global__ void in_a_loop(const float4* in, float* out) {
  float sum = 0;
  for (int k = 0; k < 4; ++k) {
    const float4* v = in + I + 32 * k;
    sum += v->x + v->y + v->z + v->w;
  }
  out[I] = sum;
}
__global__ void stored(const float4* in, float4* out) {
  out[I].x = in[I].x;
  out[I].y = in[I].y;
  out[I].z = in[I].z;
  out[I].w = in[I].w;
}
__global__ void first_three_stored(float4* out, float a) {
  out[I].x = a;
  out[I].y = a;
  out[I].z = a;
}
__global__ void first_and_third_stored(float4* out, float a) {
  out[I].x = a;
  out[I].z = a;
}
__global__ void increased(float4* out, float a) {
  out[I].x += a;
  out[I].y += a;
  out[I].z += a;
  out[I].w += a;
}
__global__ void to_shared(const float4* in, float* out) {
  __shared__ float rows[4][32];
  rows[0][I] = in[I].x;
  rows[1][I] = in[I].y;
  rows[2][I] = in[I].z;
  rows[3][I] = in[I].w;
  __syncthreads();
  out[I] = rows[3][31 - I] + rows[2][I] + rows[1][I] + rows[0][I];
}
__global__ void restricted(const int4* __restrict__ in, int* __restrict__ out) {
  out[I] = in[I].x;
  out[I + 32] = in[I].y;
  out[I + 64] = in[I].z;
  out[I + 96] = in[I].w;
}
__global__ void may_overlap(const int4* in, int* out) {
  out[I] = in[I].x;
  out[I + 32] = in[I].y;
  out[I + 64] = in[I].z;
  out[I + 96] = in[I].w;
}
__global__ void store_between(float2* out, float* other, float a) {
  out[I].x = a;
  other[I + 1024] = a;
  other[I + 1088] = a;
  out[I].y = a;
}
__global__ void barrier_between(const float4* in, float* out) {
  const float x = in[I].x;
  __syncthreads();
  out[I] = x + in[I].y;
}
__global__ void warp_barrier_between(const float4* in, float* out) {
  const float x = in[I].x;
  __syncwarp();
  out[I] = x + in[I].y;
}
__global__ void shuffle_between(const float4* in, float* out) {
  const float x = __shfl_xor_sync(~0u, in[I].x, 1);
  out[I] = x + in[I].y;
}
__global__ void atomic_between(const float4* in, float* out) {
  const float x = in[I].x;
  atomicAdd(out + 64, 1.0f);
  out[I] = x + in[I].y;
}
__global__ void branch_between(const float4* in, float* out) {
  float sum = in[I].x;
  if (sum < 1)
    sum += in[I].y;
  out[I] = sum;
}
__global__ void plain_structure(const four_floats* in, float* out) {
  out[I] = in[I].x + in[I].y + in[I].z + in[I].w;
}
__global__ void three_members(const float3* in, float* out) {
  out[I] = in[I].x + in[I].y + in[I].z;
}
__global__ void plain_array(const float* in, float* out) {
  out[I] = in[4 * I] + in[4 * I + 1] + in[4 * I + 2] + in[4 * I + 3];
}
__global__ void elements_in_loop(const eight_floats* in, float* out) {
  float sum = 0;
  for (int k = 0; k < 8; ++k)
    sum += in[I].all[k];
  out[I] = sum;
}
__global__ void references_to_scalars(const float4* in, float* out) {
  out[I] = sum_of(in[I].x, in[I].y) + sum_of(in[I].z, in[I].w);
}
__global__ void is_volatile(const volatile float4* in, float* out) {
  out[I] = in[I].x + in[I].y + in[I].z + in[I].w;
}
__global__ void repeated(const float4* in, float* out, int times) {
  float sum = 0;
  for (int k = 1; k <= times; ++k) // nvcc, too, loads in[I].x once only
    sum += in[I].x * in[I ^ k].y;
  out[I] = sum;
}

int main() {
  float4* in = nullptr;
  float4* out = nullptr;
  const size_t bytes = 8192;
  if (cudaMalloc(&in, bytes) != cudaSuccess || cudaMalloc(&out, bytes) != cudaSuccess)
    return 1;
  cudaMemset(in, 0, bytes);
  cudaMemset(out, 0, bytes);
  float* const to = reinterpret_cast<float*>(out);
  all_four<<<1, 32>>>(in, to);
  by_reference<<<1, 32>>>(in, to);
  backwards<<<1, 32>>>(in, to);
  first_and_last<<<1, 32>>>(in, to);
  last_three<<<1, 32>>>(in, to);
  squares<<<1, 32>>>(in, to);
  own_type<<<1, 32>>>((const two_parts*)in, to);
  product_of_complex<<<1, 32>>>((const complex*)in, to);
  in_a_loop<<<1, 32>>>(in, to);
  stored<<<1, 32>>>(in, out);
  first_three_stored<<<1, 32>>>(out, 1);
  first_and_third_stored<<<1, 32>>>(out, 1);
  increased<<<1, 32>>>(out, 1);
  to_shared<<<1, 32>>>(in, to);
  restricted<<<1, 32>>>((const int4*)in, (int*)out);
  may_overlap<<<1, 32>>>((const int4*)in, (int*)out);
  store_between<<<1, 32>>>((float2*)out, to, 1);
  barrier_between<<<1, 32>>>(in, to);
  warp_barrier_between<<<1, 32>>>(in, to);
  shuffle_between<<<1, 32>>>(in, to);
  atomic_between<<<1, 32>>>(in, to);
  branch_between<<<1, 32>>>(in, to);
  plain_structure<<<1, 32>>>((const four_floats*)in, to);
  three_members<<<1, 32>>>((const float3*)in, to);
  plain_array<<<1, 32>>>((const float*)in, to);
  elements_in_loop<<<1, 32>>>((const eight_floats*)in, to);
  references_to_scalars<<<1, 32>>>(in, to);
  is_volatile<<<1, 32>>>(in, to);
  repeated<<<1, 32>>>(in, to, 4);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess)
    std::printf("%s\n", cudaGetErrorString(error));
  cudaFree(in);
  cudaFree(out);
  return error != cudaSuccess;
}
