// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Lab 04 in numbers: the naive kernel against tiles of 8, 16 and 32, and cuBLAS where it is there.
//
//   ./lab bench lab04
//
// uses: cublas
#include <vector>

#include "bench.h"
#include "lab/device_buffer.h"
#include "lab04.h"

#ifdef BENCH_HAS_CUBLAS
#include <cublas_v2.h>
#endif

namespace given {
#include "lab04_baseline.cu"
}

namespace reference {
#include "lab04.cu"
}

/// The kernel of the reference for any size of tile, known when the program is compiled.
template <int tile>
__global__ void tiled_kernel(const float* M, const float* N, float* P, int I, int J, int K) {
  __shared__ float Mds[tile][tile];
  __shared__ float Nds[tile][tile];
  const int row = blockIdx.y * tile + threadIdx.y;
  const int col = blockIdx.x * tile + threadIdx.x;
  float sum = 0.0f;
  for (int first = 0; first < J; first += tile) {
    const int m_col = first + threadIdx.x, n_row = first + threadIdx.y;
    Mds[threadIdx.y][threadIdx.x] = row < I && m_col < J ? M[row * J + m_col] : 0.0f;
    Nds[threadIdx.y][threadIdx.x] = n_row < J && col < K ? N[n_row * K + col] : 0.0f;
    __syncthreads();
    for (int k = 0; k < tile; ++k)
      sum += Mds[threadIdx.y][k] * Nds[k][threadIdx.x];
    __syncthreads();
  }
  if (row < I && col < K)
    P[row * K + col] = sum;
}

template <int tile>
void tiled(const float* d_M, const float* d_N, float* d_P, int size) {
  const unsigned blocks = (size + tile - 1) / tile;
  tiled_kernel<tile><<<dim3(blocks, blocks), dim3(tile, tile)>>>(d_M, d_N, d_P, size, size, size);
  CUDA_CHECK(cudaGetLastError());
}

void tell(bench::story& story, int size, bool state) {
  const std::size_t elements = static_cast<std::size_t>(size) * size;
  std::vector<float> numbers(elements);
  for (std::size_t i = 0; i < elements; ++i)
    numbers[i] = static_cast<float>(i * 7 % 1000) / 500.0f - 1.0f;
  const lab::device_buffer<float> M(numbers.data(), elements), N(numbers.data(), elements);
  lab::device_buffer<float> P(elements);
  const float *m = M.data(), *n = N.data();
  float* const p = P.data();

  const double edge = size;
  const bench::amount work{3 * edge * edge * sizeof(float), 2 * edge * edge * edge};
  const auto kept_by = [&](int exercise, const std::string& words) {
    return state ? bench::statement{exercise,
                                    {{"fp32", work.flops}, {"memory", work.bytes}, {"launch", 1}},
                                    "2 n^3 operations, 12 n^2 bytes",
                                    words}
                 : bench::statement{};
  };
  const std::string shared = "Each multiply-add takes two reads from shared memory, which gives a "
                             "multiprocessor 32 words a clock for 128 multiply-adds; ";
  std::vector<bench::row> rows = {
      {"naive, 16 x 16 (given)", work, [=] { given::matmul_tiled(m, n, p, size, size, size); }},
      {"tile 8", work, [=] { tiled<8>(m, n, p, size); }},
      {"tile 16 (reference)", work, [=] { reference::matmul_tiled(m, n, p, size, size, size); }},
      {"tile 32", work, [=] { tiled<32>(m, n, p, size); }},
      {"tile 32, dynamic shared memory", work,
       [=] { reference::matmul_tiled_dynamic(m, n, p, size, size, size, 32); }}};
#ifdef BENCH_HAS_CUBLAS
  static cublasHandle_t handle = [] {
    cublasHandle_t made = nullptr;
    if (cublasCreate(&made) != CUBLAS_STATUS_SUCCESS)
      std::fprintf(stderr, "cuBLAS cannot be used here\n");
    return made;
  }();
  if (handle != nullptr)
    rows.push_back({"cuBLAS", work, [=] {
                      // Row by row, N M is the transpose of what column by column is M N.
                      const float one = 1, zero = 0;
                      cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, size, size, size, &one, n, size,
                                  m, size, &zero, p, size);
                    }});
#endif
  const std::vector<bench::statement> statements = {
      kept_by(0, "Each multiply-add waits for two loads of its own, from the caches."),
      kept_by(0, shared + "and with a tile of 8, barriers and loads come often."),
      kept_by(1, shared + "several elements of P a thread (lab 10) need fewer."),
      kept_by(0, shared + "a larger tile halves the loads from global memory, not these reads."),
      kept_by(3, shared + "and the compiler, which does not know the size of the tile, cannot "
                          "unroll the loop or work out places beforehand."),
      kept_by(0,
              "To compare with: a library's, with tiles in registers and copies of the next tile "
              "under way.")};
  for (std::size_t i = 0; i < rows.size(); ++i)
    rows[i].says = statements[i];
  story.table(std::to_string(size) + " x " + std::to_string(size), "naive, 16 x 16 (given)", rows);
}

int main(int argc, char** argv) {
  bench::story story(argc, argv, "Lab 04: the product of two matrices");
  const std::vector<int> sizes =
      bench::emulated ? std::vector<int>{64} : std::vector<int>{512, 1024, 2048, 4096};
  for (const int size : sizes)
    tell(story, size, size == sizes.back());
  story.not_measured(2, "it is the kernel of exercise 1 for sizes that tiles do not divide.");
  return story.end();
}
