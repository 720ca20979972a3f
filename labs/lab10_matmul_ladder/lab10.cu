// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Lab 10: the product of two matrices, up a ladder. Strips, squares, vectors, asynchronous copies,
// warps' tiles.
//
//   ./lab grade lab10     is it right, free of races, and does it load less?
//   ./lab run lab10       run small products and look at them
//   ./lab hint lab10      a little help, then a little more
//
// README.md explains the idea with pictures; lab10.h says what each function must do.
//
// Work through the TODOs in order: lab10.1 to lab10.5. The grader shows how far you
// are. Each kernel takes over what the one before has learned.
#include "lab10.h"

#include <cuda_pipeline.h>

#include "lab/cuda_check.h"

// ---- 1. Strips: 8 elements of P, one below the other -------------------------------------------

constexpr int STRIP = 8; // elements in the strip of a thread
constexpr int SIDE = 64; // a block makes 64 x 64 elements of P, with 64 x 8 threads
constexpr int DEPTH = 8; // columns of M and rows of N in a phase

__global__ void strips_kernel(const float* M, const float* N, float* P, int I, int J, int K) {
  __shared__ float Ms[SIDE][DEPTH];
  __shared__ float Ns[DEPTH][SIDE];
  const int t = threadIdx.x, top = blockIdx.y * SIDE, left = blockIdx.x * SIDE; // of the tile
  // Given: which element of each tile this thread loads.
  const int m_row = t / DEPTH, m_col = t % DEPTH, n_row = t / SIDE, n_col = t % SIDE;
  // TODO(lab10.1): as in lab 04, a thread has one sum: the first element of each strip
  // is made, and seven are not. An array of STRIP sums; read each element of N once,
  // for all of them; store the part of the strip that is inside P (about 8 lines to
  // change).
  const int row = t / SIDE * STRIP, col = t % SIDE; // of the strip's first, in the tile
  float sum = 0.0f;

  for (int first = 0; first < J; first += DEPTH) {
    const bool m_inside = top + m_row < I && first + m_col < J;
    const bool n_inside = first + n_row < J && left + n_col < K;
    Ms[m_row][m_col] = m_inside ? M[(top + m_row) * J + first + m_col] : 0.0f;
    Ns[n_row][n_col] = n_inside ? N[(first + n_row) * K + left + n_col] : 0.0f;
    __syncthreads();
    for (int j = 0; j < DEPTH; ++j)
      sum += Ms[row][j] * Ns[j][col];
    __syncthreads();
  }
  P[(top + row) * K + left + col] = sum;
}

void matmul_strips(const float* d_M, const float* d_N, float* d_P, int I, int J, int K) {
  const dim3 grid((K + SIDE - 1) / SIDE, (I + SIDE - 1) / SIDE);
  strips_kernel<<<grid, SIDE * SIDE / STRIP>>>(d_M, d_N, d_P, I, J, K);
  CUDA_CHECK(cudaGetLastError());
}

// ---- 2. Squares: 8 x 8 elements of P -----------------------------------------------------------

constexpr int TILE = 128;                           // a block makes 128 x 128 elements of P,
constexpr int EACH = 8;                             // a thread 8 x 8 of them,
constexpr int ROW = TILE / EACH, BLOCK = ROW * ROW; // so 16 x 16 threads

__global__ void __launch_bounds__(BLOCK, 2)
    squares_kernel(const float* M, const float* N, float* P, int I, int J, int K) {
  __shared__ float Ms[TILE][DEPTH];
  __shared__ float Ns[DEPTH][TILE];
  const int t = threadIdx.x, top = blockIdx.y * TILE, left = blockIdx.x * TILE;
  // TODO(lab10.2): 64 sums a thread, for rows y, y + 16, ... and columns x, x + 16, ...
  // of the tile. In each phase a thread loads 4 elements of each tile. For each j, 8
  // elements of a column of M and 8 of a row of N go to registers, and make 64 products
  // (about 30 lines). The guards are those of exercise 1.
  (void)Ms, (void)Ns, (void)t, (void)top, (void)left;
  (void)M, (void)N, (void)P, (void)I, (void)J, (void)K;
}

void matmul_squares(const float* d_M, const float* d_N, float* d_P, int I, int J, int K) {
  const dim3 grid((K + TILE - 1) / TILE, (I + TILE - 1) / TILE);
  squares_kernel<<<grid, BLOCK>>>(d_M, d_N, d_P, I, J, K);
  CUDA_CHECK(cudaGetLastError());
}

// ---- 3. Vectors: 16 bytes at once --------------------------------------------------------------

// M's tile lies transposed in shared memory: column j of M is row j of Ms. Each row is four floats
// longer than it must be, so that the stores that transpose it are in different banks.
constexpr int PITCH = TILE + 4;

// Given: four floats at once. The address must be a multiple of 16 bytes.
__device__ float4 load4(const float* from) {
  return *reinterpret_cast<const float4*>(from);
}

__device__ void store4(float* to, float4 four) {
  *reinterpret_cast<float4*>(to) = four;
}

// Given: four floats into an array of registers.
__device__ void load_four(float* to, const float* from) {
  const float4 four = load4(from);
  to[0] = four.x;
  to[1] = four.y;
  to[2] = four.z;
  to[3] = four.w;
}

// Given: the two groups of four of a thread, 64 apart.
__device__ void load_groups(float (&eight)[EACH], const float* from) {
  load_four(&eight[0], from);
  load_four(&eight[4], from + TILE / 2);
}

/// Adds the products of one phase. The thread's rows of the tile are y4 to y4 + 3 and y4 + 64 to
/// y4 + 67, its columns x4 to x4 + 3 and x4 + 64 to x4 + 67.
__device__ void add_products(const float (&Ms)[DEPTH][PITCH], const float (&Ns)[DEPTH][TILE],
                             int y4, int x4, float (&sums)[EACH][EACH]) {
  // TODO(lab10.3): as in exercise 2, with load_groups (about 8 lines).
  (void)Ms, (void)Ns, (void)y4, (void)x4, (void)sums;
}

/// Stores the thread's elements of P, in groups of four. `P` is where the block's tile begins.
__device__ void store_products(float* P, int K, int y4, int x4, const float (&sums)[EACH][EACH]) {
  // TODO(lab10.3): two stores of 16 bytes in each of the 8 rows (about 6 lines).
  (void)P, (void)K, (void)y4, (void)x4, (void)sums;
}

__global__ void __launch_bounds__(BLOCK, 2)
    vectors_kernel(const float* M, const float* N, float* P, int J, int K) {
  __shared__ __align__(16) float Ms[DEPTH][PITCH];
  __shared__ __align__(16) float Ns[DEPTH][TILE];
  const int t = threadIdx.x, top = blockIdx.y * TILE, left = blockIdx.x * TILE;
  const int y4 = t / ROW * 4, x4 = t % ROW * 4;
  float sums[EACH][EACH] = {};
  for (int first = 0; first < J; first += DEPTH) {
    // TODO(lab10.3): each thread loads four neighbours of a row of M and stores them
    // one by one, transposed. It loads and stores four neighbours of a row of N (about
    // 8 lines).
    (void)M, (void)N, (void)top, (void)left;
    __syncthreads();
    add_products(Ms, Ns, y4, x4, sums);
    __syncthreads();
  }
  store_products(P + top * K + left, K, y4, x4, sums);
}

void matmul_vectors(const float* d_M, const float* d_N, float* d_P, int I, int J, int K) {
  vectors_kernel<<<dim3(K / TILE, I / TILE), BLOCK>>>(d_M, d_N, d_P, J, K);
  CUDA_CHECK(cudaGetLastError());
}

// ---- 4. Two buffers, and copies that nobody waits for ------------------------------------------

__global__ void __launch_bounds__(BLOCK, 2)
    async_kernel(const float* M, const float* N, float* P, int J, int K) {
  __shared__ __align__(16) float Ms[2][DEPTH][PITCH];
  __shared__ __align__(16) float Ns[2][DEPTH][TILE];
  const int t = threadIdx.x, top = blockIdx.y * TILE, left = blockIdx.x * TILE;
  const int y4 = t / ROW * 4, x4 = t % ROW * 4;
  float sums[EACH][EACH] = {};
  // TODO(lab10.4): begin_copies(buffer, first): four copies of 4 bytes put elements of
  // M where exercise 3 stored them, in each of them 8 neighbouring threads the 8 of a
  // row; one of 16 bytes those of N (__pipeline_memcpy_async), and then
  // __pipeline_commit. In each phase: wait for its
  // copies (__pipeline_wait_prior), a barrier, begin the next phase's copies, to the
  // other buffer, and add the products (about 18 lines).
  (void)M, (void)N, (void)J, (void)Ms, (void)Ns, (void)sums;
  store_products(P + top * K + left, K, y4, x4, sums);
}

void matmul_async(const float* d_M, const float* d_N, float* d_P, int I, int J, int K) {
  async_kernel<<<dim3(K / TILE, I / TILE), BLOCK>>>(d_M, d_N, d_P, J, K);
  CUDA_CHECK(cudaGetLastError());
}

// ---- 5. Warps' tiles, in any shape -------------------------------------------------------------

// Given: what follows from the numbers of a shape.
template <class shape>
struct layout {
  static constexpr int lanes_i = shape::warp_i / shape::thread_i; // the threads of a warp,
  static constexpr int lanes_k = shape::warp_k / shape::thread_k; // as rows and columns
  static constexpr int warps_k = shape::tile_k / shape::warp_k;   // warps side by side
  static constexpr int threads = shape::tile_i / shape::warp_i * warps_k * 32;
  static constexpr int pitch = shape::tile_i + 4;
  static_assert(lanes_i * lanes_k == 32, "a warp has 32 threads");
  static_assert(shape::thread_i % 4 == 0 && shape::thread_k % 4 == 0, "groups of four");
};

// Given: `count` floats in groups of four, which begin `apart` floats from each other.
template <int apart, int count>
__device__ void load_fragment(float (&to)[count], const float* from) {
#pragma unroll
  for (int e = 0; e < count; e += 4)
    load_four(&to[e], from + e / 4 * apart);
}

template <class shape>
__global__ void __launch_bounds__(layout<shape>::threads, shape::blocks)
    warps_kernel(const float* M, const float* N, float* P, int J, int K) {
  using to = layout<shape>;
  constexpr int threads = to::threads;
  constexpr int size_m = shape::tile_j * to::pitch, size_n = shape::tile_j * shape::tile_k;
  __shared__ __align__(16) float Ms[2 * size_m]; // two buffers; element (j, row) at j * pitch + row
  __shared__ __align__(16) float Ns[2 * size_n]; // and (j, col) at j * tile_k + col
  const int t = threadIdx.x, warp = t / 32, lane = t % 32;
  const int top = blockIdx.y * shape::tile_i, left = blockIdx.x * shape::tile_k;

  // Given: begin(buffer) loads M's next tile into registers, and begins to copy N's; finish(buffer)
  // stores M's, transposed. Neither commits, nor waits.
  constexpr int fours_n = shape::tile_k / 4, rows_n = threads / fours_n,
                times_n = shape::tile_j / rows_n;
  const int n_row = t / fours_n, n_col = t % fours_n * 4;
  const float* from_n = N + static_cast<size_t>(n_row) * K + left + n_col;
  float* const to_n = Ns + n_row * shape::tile_k + n_col;
  static_assert(rows_n * fours_n == threads && times_n * rows_n == shape::tile_j, "N's tile");
  constexpr int fours_m = shape::tile_j / 4, rows_m = threads / fours_m,
                times_m = shape::tile_i / rows_m;
  static_assert(rows_m * fours_m == threads && times_m * rows_m == shape::tile_i, "M's tile");
  const int m_row = t / fours_m, m_col = t % fours_m * 4;
  const float* from_m = M + static_cast<size_t>(top + m_row) * J + m_col;
  float* const to_m = Ms + m_col * to::pitch + m_row;
  float4 held[times_m];

  const auto begin = [&](int buffer) {
#pragma unroll
    for (int i = 0; i < times_m; ++i)
      held[i] = load4(from_m + static_cast<size_t>(i) * rows_m * J);
#pragma unroll
    for (int i = 0; i < times_n; ++i)
      __pipeline_memcpy_async(to_n + buffer * size_n + i * rows_n * shape::tile_k,
                              from_n + static_cast<size_t>(i) * rows_n * K, 16);
    from_m += shape::tile_j;
    from_n += static_cast<size_t>(shape::tile_j) * K;
  };
  const auto finish = [&](int buffer) {
#pragma unroll
    for (int i = 0; i < times_m; ++i) {
      float* const at = to_m + buffer * size_m + i * rows_m;
      at[0] = held[i].x;
      at[to::pitch] = held[i].y;
      at[2 * to::pitch] = held[i].z;
      at[3 * to::pitch] = held[i].w;
    }
  };
  // TODO(lab10.5): the warp's place in the tile, the lane's place in the warp's, and
  // the sums. In each phase: begin the next tiles; for each j a fragment of each
  // matrix, and its products; then finish, wait and a barrier, as in exercise 4. Then
  // the stores. When it is right: load the fragments of j + 1 before the products of j
  // (about 45 lines).
  (void)begin, (void)finish, (void)warp, (void)lane, (void)P;
}

template <class shape>
void matmul_warps(const float* d_M, const float* d_N, float* d_P, int I, int J, int K) {
  const dim3 grid(K / shape::tile_k, I / shape::tile_i);
  warps_kernel<shape><<<grid, layout<shape>::threads>>>(d_M, d_N, d_P, J, K);
  CUDA_CHECK(cudaGetLastError());
}

template void matmul_warps<small_shape>(const float*, const float*, float*, int, int, int);
template void matmul_warps<wide_shape>(const float*, const float*, float*, int, int, int);

struct best_shape {
  // TODO(lab10.5): which numbers are the fastest? Begin with these, then search.
  static constexpr int tile_i = 64, tile_j = 8, tile_k = 64;
  static constexpr int warp_i = 32, warp_k = 32;
  static constexpr int thread_i = 4, thread_k = 8;
  static constexpr int blocks = 4;
};

void matmul_best(const float* d_M, const float* d_N, float* d_P, int I, int J, int K) {
  matmul_warps<best_shape>(d_M, d_N, d_P, I, J, K);
}
