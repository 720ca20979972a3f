// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Lab 11: the product of two matrices on tensor cores. Fragments, precision, tiles, swizzled tiles,
// and Hopper's own instructions.
//
//   ./lab grade lab11     is it right, free of races, as exact as it should be?
//   ./lab run lab11       run small products and look at their errors
//   ./lab hint lab11      a little help, then a little more
//
// README.md explains the idea with pictures; lab11.h says what each function must do.
//
// Work through the TODOs in order: lab11.1 to lab11.5. The grader shows how far you
// are.
#include "lab11.h"

#include <cuda_pipeline.h>
#include <mma.h>

#include "lab/cuda_check.h"
#include "lab/hopper.h"
#include "lab/tensor_cores.h"

namespace wmma = nvcuda::wmma;

// ---- 1. Fragments: 16 x 16 elements of P for each warp ------------------------------------------

constexpr int SIDE = 16;  // rows and columns of a fragment
constexpr int WARPS = 4;  // of a block; each works for itself
constexpr int LANES = 32; // of a warp

// Given: where the part of P that a warp makes begins. Parts are numbered by rows.
struct part {
  int top, left;
};
__device__ part own_part(int K) {
  const int number = blockIdx.x * WARPS + threadIdx.x / LANES, beside = K / SIDE;
  return {number / beside * SIDE, number % beside * SIDE};
}

template <class number>
__global__ void fragments_kernel(const number* M, const number* N, float* P, int I, int J, int K) {
  // TODO(lab11.1): declare three fragments and set the sums to 0. For each 16
  // columns of M and rows of N: load a fragment of each, and add their product to the
  // sums. Store the sums. The last block may have more warps than there are parts of
  // P: these must do nothing (about 13 lines).
  (void)M, (void)N, (void)P, (void)I, (void)J, (void)K;
}

// Given: blocks for all parts of P.
int blocks_for(int I, int K) {
  return (I / SIDE * (K / SIDE) + WARPS - 1) / WARPS;
}

void matmul_fragments(const half* d_M, const half* d_N, float* d_P, int I, int J, int K) {
  fragments_kernel<<<blocks_for(I, K), WARPS * LANES>>>(d_M, d_N, d_P, I, J, K);
  CUDA_CHECK(cudaGetLastError());
}

void matmul_fragments(const __nv_bfloat16* d_M, const __nv_bfloat16* d_N, float* d_P, int I, int J,
                      int K) {
  fragments_kernel<<<blocks_for(I, K), WARPS * LANES>>>(d_M, d_N, d_P, I, J, K);
  CUDA_CHECK(cudaGetLastError());
}

// ---- 2. Precision: floats, rounded to TensorFloat-32 --------------------------------------------

constexpr int DEPTH_TF32 = 8; // products of floats that one instruction adds
using tf32 = wmma::precision::tf32;
using fragment_m = wmma::fragment<wmma::matrix_a, SIDE, SIDE, DEPTH_TF32, tf32, wmma::row_major>;
using fragment_n = wmma::fragment<wmma::matrix_b, SIDE, SIDE, DEPTH_TF32, tf32, wmma::row_major>;
using fragment_p = wmma::fragment<wmma::accumulator, SIDE, SIDE, DEPTH_TF32, float>;

/// Rounds each element that the thread holds of a fragment. `of` is fragment_m or fragment_n.
template <class of>
__device__ void round_elements(of& fragment) {
  // TODO(lab11.2): fragment.x[i] for i below fragment.num_elements are the thread's
  // elements, and wmma::__float_to_tf32 rounds one of them (2 lines).
  (void)fragment;
}

__global__ void tf32_kernel(const float* M, const float* N, float* P, int I, int J, int K) {
  // TODO(lab11.2): as in exercise 1, with the fragments above, 8 deep, and rounded
  // before they are used (about 15 lines).
  (void)M, (void)N, (void)P, (void)I, (void)J, (void)K;
}

/// Splits each element: `big` becomes the rounded element, `small` what is missing, rounded, too.
template <class of>
__device__ void split_elements(of& big, of& small) {
  // TODO(lab11.2): about 4 lines.
  (void)big, (void)small;
}

__global__ void tf32x3_kernel(const float* M, const float* N, float* P, int I, int J, int K) {
  // TODO(lab11.2): with each element split, (m_big + m_small) * (n_big + n_small) is a
  // sum of four products. Add three of them: which one may be left out (about 18
  // lines)?
  (void)M, (void)N, (void)P, (void)I, (void)J, (void)K;
}

void matmul_tf32(const float* d_M, const float* d_N, float* d_P, int I, int J, int K) {
  tf32_kernel<<<blocks_for(I, K), WARPS * LANES>>>(d_M, d_N, d_P, I, J, K);
  CUDA_CHECK(cudaGetLastError());
}

void matmul_tf32x3(const float* d_M, const float* d_N, float* d_P, int I, int J, int K) {
  tf32x3_kernel<<<blocks_for(I, K), WARPS * LANES>>>(d_M, d_N, d_P, I, J, K);
  CUDA_CHECK(cudaGetLastError());
}

// ---- 3. Tiles in shared memory, copied in advance -----------------------------------------------

constexpr int TILE = 128;            // a block makes 128 x 128 elements of P
constexpr int PART = 64;             // each of its warps 64 x 64
constexpr int BLOCK = WARPS * LANES; // threads
constexpr int EACH = PART / SIDE;    // fragments of a warp, in each direction
constexpr int CHUNK = 8;             // halves in 16 bytes, which one copy brings
constexpr int STAGES = 3;            // tiles in shared memory: one in use, the others on their way
constexpr int DEPTH = 32;            // columns of M and rows of N in a phase
constexpr int PITCH_M = DEPTH + 8;   // halves in a row of M's tile: 8 more than it has
constexpr int PITCH_N = TILE + 8;    // and of N's
constexpr int SIZE_M = TILE * PITCH_M, STAGE = SIZE_M + DEPTH * PITCH_N; // halves

// Given: where the block's tile of P begins. Blocks that run at the same time make tiles that lie
// near each other, so that what they load is still in the second-level cache.
__device__ part own_tile() {
  constexpr int group = 8; // rows of tiles
  const int number = blockIdx.y * gridDim.x + blockIdx.x;
  const int first = number / (group * gridDim.x) * group;
  const int rows = min(group, static_cast<int>(gridDim.y) - first);
  const int rest = number % (group * gridDim.x);
  return {(first + rest % rows) * TILE, rest / rows * TILE};
}

__global__ void __launch_bounds__(BLOCK, 2)
    tiles_kernel(const half* M, const half* N, float* P, int J, int K) {
  // STAGES times M's tile (element (row, j) at row * PITCH_M + j), then N's ((j, col) at SIZE_M + j
  // * PITCH_N + col).
  extern __shared__ __align__(128) half buffers[];
  const int t = threadIdx.x, warp = t / LANES;
  const part tile = own_tile();
  const int row = warp / 2 * PART, col = warp % 2 * PART; // of the warp's part of the tile
  // TODO(lab11.3): begin_copies(stage, first): 16 bytes at once, neighbouring threads
  // copy neighbours of a row; no commit. Begin the first STAGES - 1 phases, and commit
  // each. In each phase: wait until its batch is done, a barrier, begin the phase that
  // is STAGES - 1 further (if there is one), commit, and for each 16 columns EACH
  // fragments of M and of N and all of their products. Then the stores (about 40
  // lines).
  (void)M, (void)N, (void)P, (void)J, (void)K, (void)tile, (void)row, (void)col;
}

void matmul_tiles(const half* d_M, const half* d_N, float* d_P, int I, int J, int K) {
  constexpr int bytes = STAGES * STAGE * sizeof(half);
  CUDA_CHECK(
      cudaFuncSetAttribute(tiles_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
  tiles_kernel<<<dim3(K / TILE, I / TILE), BLOCK, bytes>>>(d_M, d_N, d_P, J, K);
  CUDA_CHECK(cudaGetLastError());
}

// ---- 4. ldmatrix, mma, and swizzled tiles -------------------------------------------------------

constexpr int DEEP = 64; // columns of M and rows of N in a phase; M's rows have 8 chunks
constexpr int DEEP_M = TILE * DEEP, DEEP_STAGE = DEEP_M + DEEP * TILE; // halves, without padding

/// Where chunk `chunk` of row `row` is stored, counted in chunks from the row's beginning.
__device__ int swizzled(int row, int chunk) {
  // TODO(lab11.4): chunks change places within groups of 8, in another way in each of 8
  // rows that follow each other (1 line).
  (void)row;
  return chunk;
}

__global__ void __launch_bounds__(BLOCK, 2)
    mma_kernel(const half* M, const half* N, float* P, int J, int K) {
  // STAGES times M's tile (rows of DEEP halves), then N's (rows of TILE halves, at DEEP_M).
  extern __shared__ __align__(128) half buffers[];
  const int t = threadIdx.x, warp = t / LANES, lane = t % LANES;
  const part tile = own_tile();
  const int row = warp / 2 * PART, col = warp % 2 * PART; // of the warp's part of the tile
  float sums[EACH][2 * EACH][4] = {}; // 16 x 8 elements of P each, as lab/tensor_cores.h says
  // TODO(lab11.4): begin_copies as in exercise 3, but for where a chunk is stored. Then
  // load_fragments(stage, j): each lane gives ldmatrix the address of one row of 16
  // bytes. Then the phases, as in exercise 3, with EACH * 2 * EACH products for each 16
  // columns. When it is right: load the fragments of the next 16 columns before the
  // products of these. Last, two floats at once are stored (about 55 lines).
  (void)M, (void)N, (void)P, (void)J, (void)K, (void)tile, (void)row, (void)col;
  (void)lane, (void)sums;
}

void matmul_mma(const half* d_M, const half* d_N, float* d_P, int I, int J, int K) {
  constexpr int bytes = STAGES * DEEP_STAGE * sizeof(half);
  CUDA_CHECK(cudaFuncSetAttribute(mma_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
  mma_kernel<<<dim3(K / TILE, I / TILE), BLOCK, bytes>>>(d_M, d_N, d_P, J, K);
  CUDA_CHECK(cudaGetLastError());
}

// ---- 5. Hopper: the copy engine, and products of 128 threads ------------------------------------

// A pair of blocks makes 256 x 256 elements of P, each of the two 128 x 256. In a block the threads
// of group 0 feed, those of groups 1 and 2 multiply. The blocks make one tile after the other.
constexpr int GROUP = 128, GROUPS = 3, PAIR = 2;
constexpr int WIDE = 256; // columns of a block's tile
constexpr int BOX = 64;   // rows of 64 halves, 128 bytes, are what is swizzled at once
constexpr int HOPPER_STAGES = 4;
constexpr int HOPPER_M = TILE * DEEP, HOPPER_N = DEEP * WIDE; // halves of a stage
constexpr int HOPPER_STAGE = HOPPER_M + HOPPER_N;
constexpr int STORED = 32;          // floats of a row that are stored at once
constexpr int STORE = BOX * STORED; // floats in a buffer for stores: each group has two

struct hopper_memory { // at a multiple of 1024 bytes
  half tiles[HOPPER_STAGES * HOPPER_STAGE];
  float stores[2][2][STORE];
  lab::barrier full[HOPPER_STAGES], empty[HOPPER_STAGES];
};

// Given: where the pair's tile `number` begins.
__device__ part pair_tile(int number, int I, int K) {
  constexpr int group = 8;
  const int down = I / (PAIR * TILE), beside = K / WIDE;
  const int first = number / (group * beside) * group, rows = min(group, down - first);
  const int rest = number % (group * beside);
  return {(first + rest % rows) * PAIR * TILE, rest / rows * WIDE};
}

__global__ void __launch_bounds__(GROUPS* GROUP, 1)
    hopper_kernel(const __grid_constant__ lab::tensor_map M,
                  const __grid_constant__ lab::tensor_map N,
                  const __grid_constant__ lab::tensor_map P, int I, int J, int K) {
  extern __shared__ __align__(128) half buffers[];
  hopper_memory& shared = *lab::at_multiple_of<1024, hopper_memory>(buffers);
  const int group = threadIdx.x / GROUP, t = threadIdx.x % GROUP, own = lab::rank_in_cluster();
  const int tiles = I / (PAIR * TILE) * (K / WIDE), phases = J / DEEP;
  const int first = blockIdx.x / PAIR, step = gridDim.x / PAIR;
  // TODO(lab11.5): one thread makes the barriers: `full` waits for one arrival (and for
  // the bytes that it announces), `empty` for both multiplying groups of both blocks.
  // Then each block's feeder fills stage after stage: its own rows of M, and half of
  // the columns of N, for both blocks. The other groups wait for a stage, begin its
  // products, and give back the stage before. Last, the sums go out through `stores`.
  (void)shared, (void)group, (void)t, (void)own, (void)tiles, (void)phases;
  (void)first, (void)step, (void)M, (void)N, (void)P;
}

void matmul_hopper(const half* d_M, const half* d_N, float* d_P, int I, int J, int K) {
  const lab::tensor_map M = lab::map_of(d_M, I, J, TILE, DEEP);
  const lab::tensor_map N = lab::map_of(d_N, J, K, DEEP, BOX);
  const lab::tensor_map P = lab::map_of(d_P, I, K, BOX, STORED);
  const int blocks = lab::multiprocessors() / PAIR * PAIR;
  lab::launch_in_clusters(hopper_kernel, blocks, GROUPS * GROUP, sizeof(hopper_memory) + 1024, PAIR,
                          M, N, P, I, J, K);
}
