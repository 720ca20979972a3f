// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Traffic: fragments: four requests from global memory, one (ldmatrix) from shared; one warp.
// Counts: from_global ld.requests 4
// Counts: from_global ld.sectors 32
// Counts: from_global st.requests 4
// Counts: from_global st.sectors 32
// Counts: with_padding shared_ld.requests 1
// Counts: with_padding shared_ld.conflicts 0
// Counts: without_padding shared_ld.requests 1
// Counts: without_padding shared_ld.conflicts 28
#include <cstdio>
#include <mma.h>

using namespace nvcuda;
using fragment = wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major>;

__global__ void from_global(const half* in, float* out) {
  fragment m;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sums;
  wmma::load_matrix_sync(m, in, 16);
  wmma::fill_fragment(sums, float(m.x[0]));
  wmma::store_matrix_sync(out, sums, 16, wmma::mem_row_major);
}

template <int pitch>
__device__ float loaded(const half* in) {
  __shared__ __align__(32) half tile[16 * pitch];
  for (int i = threadIdx.x; i < 16 * pitch; i += 32)
    tile[i] = in[i % 256];
  __syncwarp();
  fragment m;
  wmma::load_matrix_sync(m, tile, pitch);
  return float(m.x[0]) + float(m.x[7]);
}

__global__ void with_padding(const half* in, float* out) {
  out[threadIdx.x] = loaded<64 + 8>(in);
}

__global__ void without_padding(const half* in, float* out) {
  out[threadIdx.x] = loaded<64>(in);
}

int main() {
  half* in = nullptr;
  float* out = nullptr;
  cudaMalloc(&in, 256 * sizeof(half));
  cudaMalloc(&out, 256 * sizeof(float));
  cudaMemset(in, 0, 256 * sizeof(half));
  from_global<<<1, 32>>>(in, out);
  with_padding<<<1, 32>>>(in, out);
  without_padding<<<1, 32>>>(in, out);
  const bool fine = cudaDeviceSynchronize() == cudaSuccess;
  return cudaFree(in) == cudaSuccess && cudaFree(out) == cudaSuccess && fine ? 0 : 1;
}
