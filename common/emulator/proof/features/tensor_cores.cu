// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Feature: nvcuda::wmma: fragments by rows and columns, three types of factors, their roundings.
// Prints: half 0, bfloat16 0, tf32 0, by columns 0
// Prints: a third 5.33203125 5.34375 5.33203125
// Prints: cut off 16777216.0
// Prints: an element of a fragment 2.0
#include <cstdio>
#include <mma.h>
#include <type_traits>

using namespace nvcuda;

__device__ float entry(int row, int column) {
  return float((row * 7 + column * 3) % 11 - 5);
}

template <class number>
__device__ void fill(number* matrix, int rows, int columns, bool by_columns) {
  for (int i = threadIdx.x; i < rows * columns; i += 32) {
    const int row = i / columns, column = i % columns;
    matrix[by_columns ? column * rows + row : i] = number(entry(row, column));
  }
  __syncwarp();
}

__device__ int wrong_in(const float* sums, int depth, bool by_columns) {
  int wrong = 0;
  for (int i = threadIdx.x; i < 256; i += 32) {
    const int row = i / 16, column = i % 16;
    float wanted = 1;
    for (int j = 0; j < depth; ++j)
      wanted += entry(row, j) * entry(j, column);
    wrong += sums[by_columns ? column * 16 + row : i] != wanted;
  }
  return __reduce_add_sync(0xffffffff, wrong);
}

template <class type, class number, int depth, class layout>
__device__ int wrong_products(bool by_columns) {
  __shared__ __align__(32) number a[256], b[256];
  __shared__ __align__(32) float sums[256];
  fill(a, 16, depth, by_columns);
  fill(b, depth, 16, by_columns);
  wmma::fragment<wmma::matrix_a, 16, 16, depth, type, layout> m;
  wmma::fragment<wmma::matrix_b, 16, 16, depth, type, layout> n;
  wmma::fragment<wmma::accumulator, 16, 16, depth, float> p;
  wmma::fill_fragment(p, 1.0f);
  wmma::load_matrix_sync(m, a, by_columns ? 16 : depth);
  wmma::load_matrix_sync(n, b, by_columns ? depth : 16);
  wmma::mma_sync(p, m, n, p);
  wmma::store_matrix_sync(sums, p, 16, by_columns ? wmma::mem_col_major : wmma::mem_row_major);
  __syncwarp();
  return wrong_in(sums, depth, by_columns);
}

__global__ void products(int* wrong) {
  const int of_half = wrong_products<half, half, 16, wmma::row_major>(false);
  const int of_bfloat16 = wrong_products<__nv_bfloat16, __nv_bfloat16, 16, wmma::row_major>(false);
  const int of_tf32 = wrong_products<wmma::precision::tf32, float, 8, wmma::row_major>(false);
  const int by_columns = wrong_products<half, half, 16, wmma::col_major>(true) +
                         wrong_products<wmma::precision::tf32, float, 8, wmma::col_major>(true);
  if (threadIdx.x == 0) {
    wrong[0] = of_half;
    wrong[1] = of_bfloat16;
    wrong[2] = of_tf32;
    wrong[3] = by_columns;
  }
}

/// 16 times 1 times a third.
template <class type, int depth>
__device__ float thirds(type one, type third) {
  wmma::fragment<wmma::accumulator, 16, 16, depth, float> p;
  wmma::fill_fragment(p, 0.0f);
  using of = typename std::conditional<depth == 8, wmma::precision::tf32, type>::type;
  wmma::fragment<wmma::matrix_a, 16, 16, depth, of, wmma::row_major> m;
  wmma::fragment<wmma::matrix_b, 16, 16, depth, of, wmma::row_major> n;
  wmma::fill_fragment(m, one);
  wmma::fill_fragment(n, third);
  for (int j = 0; j < 16; j += depth)
    wmma::mma_sync(p, m, n, p);
  return p.x[0];
}

__global__ void roundings(float* to) {
  const float third = 1.0f / 3;
  float got[5];
  got[0] = thirds<half, 16>(half(1.0f), half(third));
  got[1] = thirds<__nv_bfloat16, 16>(__nv_bfloat16(1.0f), __nv_bfloat16(third));
  got[2] = thirds<float, 8>(1.0f, wmma::__float_to_tf32(third));
  // 2^24, and 16 times a quarter: each lies more than two bits behind a float's last.
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> p;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> m;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> n;
  wmma::fill_fragment(p, 16777216.0f);
  wmma::fill_fragment(m, half(0.5f));
  wmma::fill_fragment(n, half(0.5f));
  wmma::mma_sync(p, m, n, p);
  got[3] = p.x[0];
  for (int i = 0; i < m.num_elements; ++i)
    m.x[i] = half(float(m.x[i]) * 4);
  got[4] = float(m.x[m.num_elements - 1]);
  for (int i = threadIdx.x; i < 5; i += 32)
    to[i] = got[i];
}

int main() {
  int* wrong = nullptr;
  float* numbers = nullptr;
  cudaMallocManaged(&wrong, 4 * sizeof(int));
  cudaMallocManaged(&numbers, 5 * sizeof(float));
  products<<<1, 32>>>(wrong);
  roundings<<<1, 32>>>(numbers);
  if (cudaDeviceSynchronize() != cudaSuccess)
    return 1;
  printf("half %d, bfloat16 %d, tf32 %d, by columns %d\n", wrong[0], wrong[1], wrong[2], wrong[3]);
  printf("a third %.8f %.5f %.8f\n", numbers[0], numbers[1], numbers[2]);
  printf("cut off %.1f\n", numbers[3]);
  printf("an element of a fragment %.1f\n", numbers[4]);
  return cudaFree(wrong) == cudaSuccess && cudaFree(numbers) == cudaSuccess ? 0 : 1;
}
