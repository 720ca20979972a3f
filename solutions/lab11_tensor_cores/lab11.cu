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
// BEGIN SOLUTION
// STARTER: // Work through the TODOs in order: lab11.1 to lab11.5. The grader shows how far you
// STARTER: // are.
// The reference solution. The starter is generated from this file: run the target `starters` after
// a change.
// END SOLUTION
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
  // BEGIN SOLUTION
  // STARTER: // TODO(lab11.1): declare three fragments and set the sums to 0. For each 16
  // STARTER: // columns of M and rows of N: load a fragment of each, and add their product to the
  // STARTER: // sums. Store the sums. The last block may have more warps than there are parts of
  // STARTER: // P: these must do nothing (about 13 lines).
  // STARTER: (void)M, (void)N, (void)P, (void)I, (void)J, (void)K;
  const part own = own_part(K);
  if (own.top >= I) // a whole warp leaves, or none of its lanes
    return;
  wmma::fragment<wmma::matrix_a, SIDE, SIDE, SIDE, number, wmma::row_major> m;
  wmma::fragment<wmma::matrix_b, SIDE, SIDE, SIDE, number, wmma::row_major> n;
  wmma::fragment<wmma::accumulator, SIDE, SIDE, SIDE, float> sums;
  wmma::fill_fragment(sums, 0.0f);
  for (int j = 0; j < J; j += SIDE) {
    wmma::load_matrix_sync(m, &M[own.top * J + j], J);
    wmma::load_matrix_sync(n, &N[j * K + own.left], K);
    wmma::mma_sync(sums, m, n, sums);
  }
  wmma::store_matrix_sync(&P[own.top * K + own.left], sums, K, wmma::mem_row_major);
  // END SOLUTION
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
  // BEGIN SOLUTION
  // STARTER: // TODO(lab11.2): fragment.x[i] for i below fragment.num_elements are the thread's
  // STARTER: // elements, and wmma::__float_to_tf32 rounds one of them (2 lines).
  // STARTER: (void)fragment;
  for (int i = 0; i < fragment.num_elements; ++i)
    fragment.x[i] = wmma::__float_to_tf32(fragment.x[i]);
  // END SOLUTION
}

__global__ void tf32_kernel(const float* M, const float* N, float* P, int I, int J, int K) {
  // BEGIN SOLUTION
  // STARTER: // TODO(lab11.2): as in exercise 1, with the fragments above, 8 deep, and rounded
  // STARTER: // before they are used (about 15 lines).
  // STARTER: (void)M, (void)N, (void)P, (void)I, (void)J, (void)K;
  const part own = own_part(K);
  if (own.top >= I)
    return;
  fragment_m m;
  fragment_n n;
  fragment_p sums;
  wmma::fill_fragment(sums, 0.0f);
  for (int j = 0; j < J; j += DEPTH_TF32) {
    wmma::load_matrix_sync(m, &M[own.top * J + j], J);
    wmma::load_matrix_sync(n, &N[j * K + own.left], K);
    round_elements(m);
    round_elements(n);
    wmma::mma_sync(sums, m, n, sums);
  }
  wmma::store_matrix_sync(&P[own.top * K + own.left], sums, K, wmma::mem_row_major);
  // END SOLUTION
}

/// Splits each element: `big` becomes the rounded element, `small` what is missing, rounded, too.
template <class of>
__device__ void split_elements(of& big, of& small) {
  // BEGIN SOLUTION
  // STARTER: // TODO(lab11.2): about 4 lines.
  // STARTER: (void)big, (void)small;
  for (int i = 0; i < big.num_elements; ++i) {
    const float whole = big.x[i];
    big.x[i] = wmma::__float_to_tf32(whole);
    small.x[i] = wmma::__float_to_tf32(whole - big.x[i]);
  }
  // END SOLUTION
}

__global__ void tf32x3_kernel(const float* M, const float* N, float* P, int I, int J, int K) {
  // BEGIN SOLUTION
  // STARTER: // TODO(lab11.2): with each element split, (m_big + m_small) * (n_big + n_small) is a
  // STARTER: // sum of four products. Add three of them: which one may be left out (about 18
  // STARTER: // lines)?
  // STARTER: (void)M, (void)N, (void)P, (void)I, (void)J, (void)K;
  const part own = own_part(K);
  if (own.top >= I)
    return;
  fragment_m m, m_small;
  fragment_n n, n_small;
  fragment_p sums;
  wmma::fill_fragment(sums, 0.0f);
  for (int j = 0; j < J; j += DEPTH_TF32) {
    wmma::load_matrix_sync(m, &M[own.top * J + j], J);
    wmma::load_matrix_sync(n, &N[j * K + own.left], K);
    split_elements(m, m_small);
    split_elements(n, n_small);
    wmma::mma_sync(sums, m_small, n, sums);
    wmma::mma_sync(sums, m, n_small, sums);
    wmma::mma_sync(sums, m, n, sums);
  }
  wmma::store_matrix_sync(&P[own.top * K + own.left], sums, K, wmma::mem_row_major);
  // END SOLUTION
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
  // BEGIN SOLUTION
  // STARTER: // TODO(lab11.3): begin_copies(stage, first): 16 bytes at once, neighbouring threads
  // STARTER: // copy neighbours of a row; no commit. Begin the first STAGES - 1 phases, and commit
  // STARTER: // each. In each phase: wait until its batch is done, a barrier, begin the phase that
  // STARTER: // is STAGES - 1 further (if there is one), commit, and for each 16 columns EACH
  // STARTER: // fragments of M and of N and all of their products. Then the stores (about 40
  // STARTER: // lines).
  // STARTER: (void)M, (void)N, (void)P, (void)J, (void)K, (void)tile, (void)row, (void)col;
  const auto begin_copies = [&](int stage, int first) {
    half *const Ms = buffers + stage * STAGE, *const Ns = Ms + SIZE_M;
    constexpr int in_m = DEPTH / CHUNK, in_n = TILE / CHUNK; // copies of a row
    const int m_row = t / in_m, m_col = t % in_m * CHUNK;
    const int n_row = t / in_n, n_col = t % in_n * CHUNK;
#pragma unroll
    for (int i = 0; i < TILE; i += BLOCK / in_m)
      __pipeline_memcpy_async(&Ms[(i + m_row) * PITCH_M + m_col],
                              &M[static_cast<size_t>(tile.top + i + m_row) * J + first + m_col],
                              16);
#pragma unroll
    for (int j = 0; j < DEPTH; j += BLOCK / in_n)
      __pipeline_memcpy_async(&Ns[(j + n_row) * PITCH_N + n_col],
                              &N[static_cast<size_t>(first + j + n_row) * K + tile.left + n_col],
                              16);
  };
  wmma::fragment<wmma::accumulator, SIDE, SIDE, SIDE, float> sums[EACH][EACH];
#pragma unroll
  for (int i = 0; i < EACH; ++i)
#pragma unroll
    for (int k = 0; k < EACH; ++k)
      wmma::fill_fragment(sums[i][k], 0.0f);

  const int phases = J / DEPTH;
  for (int ahead = 0; ahead < STAGES - 1; ++ahead) {
    if (ahead < phases)
      begin_copies(ahead, ahead * DEPTH);
    __pipeline_commit();
  }
  for (int phase = 0; phase < phases; ++phase) {
    __pipeline_wait_prior(STAGES - 2); // all of this thread's batches but those behind this phase
    __syncthreads();                   // all threads'; and nobody uses the oldest tiles any more
    const int ahead = phase + STAGES - 1;
    if (ahead < phases)
      begin_copies(ahead % STAGES, ahead * DEPTH);
    __pipeline_commit();
    const half *const Ms = buffers + phase % STAGES * STAGE, *const Ns = Ms + SIZE_M;
#pragma unroll
    for (int j = 0; j < DEPTH; j += SIDE) {
      wmma::fragment<wmma::matrix_a, SIDE, SIDE, SIDE, half, wmma::row_major> m[EACH];
      wmma::fragment<wmma::matrix_b, SIDE, SIDE, SIDE, half, wmma::row_major> n[EACH];
#pragma unroll
      for (int i = 0; i < EACH; ++i)
        wmma::load_matrix_sync(m[i], &Ms[(row + i * SIDE) * PITCH_M + j], PITCH_M);
#pragma unroll
      for (int k = 0; k < EACH; ++k)
        wmma::load_matrix_sync(n[k], &Ns[j * PITCH_N + col + k * SIDE], PITCH_N);
#pragma unroll
      for (int i = 0; i < EACH; ++i)
#pragma unroll
        for (int k = 0; k < EACH; ++k)
          wmma::mma_sync(sums[i][k], m[i], n[k], sums[i][k]);
    }
  }
  float* const to = P + static_cast<size_t>(tile.top + row) * K + tile.left + col;
#pragma unroll
  for (int i = 0; i < EACH; ++i)
#pragma unroll
    for (int k = 0; k < EACH; ++k)
      wmma::store_matrix_sync(to + static_cast<size_t>(i) * SIDE * K + k * SIDE, sums[i][k], K,
                              wmma::mem_row_major);
  // END SOLUTION
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
  // BEGIN SOLUTION
  // STARTER: // TODO(lab11.4): chunks change places within groups of 8, in another way in each of 8
  // STARTER: // rows that follow each other (1 line).
  // STARTER: (void)row;
  // STARTER: return chunk;
  return chunk ^ row % 8;
  // END SOLUTION
}

__global__ void __launch_bounds__(BLOCK, 2)
    mma_kernel(const half* M, const half* N, float* P, int J, int K) {
  // STAGES times M's tile (rows of DEEP halves), then N's (rows of TILE halves, at DEEP_M).
  extern __shared__ __align__(128) half buffers[];
  const int t = threadIdx.x, warp = t / LANES, lane = t % LANES;
  const part tile = own_tile();
  const int row = warp / 2 * PART, col = warp % 2 * PART; // of the warp's part of the tile
  float sums[EACH][2 * EACH][4] = {}; // 16 x 8 elements of P each, as lab/tensor_cores.h says
  // BEGIN SOLUTION
  // STARTER: // TODO(lab11.4): begin_copies as in exercise 3, but for where a chunk is stored. Then
  // STARTER: // load_fragments(stage, j): each lane gives ldmatrix the address of one row of 16
  // STARTER: // bytes. Then the phases, as in exercise 3, with EACH * 2 * EACH products for each 16
  // STARTER: // columns. When it is right: load the fragments of the next 16 columns before the
  // STARTER: // products of these. Last, two floats at once are stored (about 55 lines).
  // STARTER: (void)M, (void)N, (void)P, (void)J, (void)K, (void)tile, (void)row, (void)col;
  // STARTER: (void)lane, (void)sums;
  const auto begin_copies = [&](int stage, int first) {
    half *const Ms = buffers + stage * DEEP_STAGE, *const Ns = Ms + DEEP_M;
    constexpr int in_m = DEEP / CHUNK, in_n = TILE / CHUNK;
    const int m_row = t / in_m, m_chunk = t % in_m, n_row = t / in_n, n_chunk = t % in_n;
#pragma unroll
    for (int i = m_row; i < TILE + m_row; i += BLOCK / in_m)
      __pipeline_memcpy_async(&Ms[i * DEEP + swizzled(i, m_chunk) * CHUNK],
                              &M[static_cast<size_t>(tile.top + i) * J + first + m_chunk * CHUNK],
                              16);
#pragma unroll
    for (int j = n_row; j < DEEP + n_row; j += BLOCK / in_n)
      __pipeline_memcpy_async(&Ns[j * TILE + swizzled(j, n_chunk) * CHUNK],
                              &N[static_cast<size_t>(first + j) * K + tile.left + n_chunk * CHUNK],
                              16);
  };
  unsigned m[2][EACH][4], n[2][EACH][4]; // fragments in use, and the next ones
  const auto load_fragments = [&](int to, int stage, int j) {
    const half *const Ms = buffers + stage * DEEP_STAGE, *const Ns = Ms + DEEP_M;
    const int below = lane % SIDE, beside = lane / SIDE; // this lane's row, and which 8 columns
#pragma unroll
    for (int i = 0; i < EACH; ++i)
      lab::ldmatrix_x4(
          m[to][i],
          &Ms[(row + i * SIDE + below) * DEEP + swizzled(below, j / CHUNK + beside) * CHUNK]);
#pragma unroll
    for (int k = 0; k < EACH; ++k)
      lab::ldmatrix_x4_trans(
          n[to][k],
          &Ns[(j + below) * TILE + swizzled(below, (col + k * SIDE) / CHUNK + beside) * CHUNK]);
  };
  const auto add_products = [&](int of) {
#pragma unroll
    for (int i = 0; i < EACH; ++i)
#pragma unroll
      for (int e = 0; e < 2 * EACH; ++e) {
        const int k = i % 2 == 0 ? e : 2 * EACH - 1 - e; // there and back: n[k / 2] is used again
        lab::mma_m16n8k16(sums[i][k], m[of][i], n[of][k / 2][k % 2 * 2],
                          n[of][k / 2][k % 2 * 2 + 1]);
      }
  };

  const int phases = J / DEEP;
  for (int ahead = 0; ahead < STAGES - 1; ++ahead) {
    if (ahead < phases)
      begin_copies(ahead, ahead * DEEP);
    __pipeline_commit();
  }
  __pipeline_wait_prior(STAGES - 2);
  __syncthreads();
  load_fragments(0, 0, 0);
  int stage = 0, next = STAGES - 1; // in use; and the one to be filled
  for (int phase = 0; phase < phases; ++phase) {
#pragma unroll
    for (int step = 0; step < DEEP / SIDE; ++step) {
      if (step + 1 < DEEP / SIDE) {
        load_fragments((step + 1) % 2, stage, (step + 1) * SIDE);
      } else if (phase + 1 < phases) {
        __pipeline_wait_prior(STAGES - 2);
        __syncthreads();
        stage = stage + 1 == STAGES ? 0 : stage + 1;
        load_fragments(0, stage, 0);
      }
      if (step == 0) {
        if (phase + STAGES - 1 < phases)
          begin_copies(next, (phase + STAGES - 1) * DEEP);
        __pipeline_commit();
        next = next + 1 == STAGES ? 0 : next + 1;
      }
      add_products(step % 2);
    }
  }
  float* const to =
      P + static_cast<size_t>(tile.top + row + lane / 4) * K + tile.left + col + lane % 4 * 2;
#pragma unroll
  for (int i = 0; i < EACH; ++i)
#pragma unroll
    for (int k = 0; k < 2 * EACH; ++k) {
      float* const at = to + static_cast<size_t>(i) * SIDE * K + k * 8;
      *reinterpret_cast<float2*>(at) = make_float2(sums[i][k][0], sums[i][k][1]);
      *reinterpret_cast<float2*>(at + static_cast<size_t>(8) * K) =
          make_float2(sums[i][k][2], sums[i][k][3]);
    }
  // END SOLUTION
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
  // BEGIN SOLUTION
  // STARTER: // TODO(lab11.5): one thread makes the barriers: `full` waits for one arrival (and for
  // STARTER: // the bytes that it announces), `empty` for both multiplying groups of both blocks.
  // STARTER: // Then each block's feeder fills stage after stage: its own rows of M, and half of
  // STARTER: // the columns of N, for both blocks. The other groups wait for a stage, begin its
  // STARTER: // products, and give back the stage before. Last, the sums go out through `stores`.
  // STARTER: (void)shared, (void)group, (void)t, (void)own, (void)tiles, (void)phases;
  // STARTER: (void)first, (void)step, (void)M, (void)N, (void)P;
  if (threadIdx.x == 0) {
    for (int stage = 0; stage < HOPPER_STAGES; ++stage) {
      lab::make_barrier(shared.full[stage], 1);
      lab::make_barrier(shared.empty[stage], PAIR * (GROUPS - 1));
    }
    lab::show_barriers();
  }
  lab::sync_cluster();
  int stage = 0, parity = 0;
  const auto go_on = [&] {
    if (++stage == HOPPER_STAGES) {
      stage = 0;
      parity ^= 1;
    }
  };
  if (group == 0) {
    lab::fewer_registers<40>();
    if (t == 0)
      for (int tile = first; tile < tiles; tile += step) {
        const part at = pair_tile(tile, I, K);
        for (int phase = 0; phase < phases; ++phase, go_on()) {
          lab::wait(shared.empty[stage], parity ^ 1);
          half *const Ms = &shared.tiles[stage * HOPPER_STAGE], *const Ns = Ms + HOPPER_M;
          lab::expect_bytes(shared.full[stage], HOPPER_STAGE * sizeof(half));
          lab::copy_box(Ms, M, at.top + own * TILE, phase * DEEP, shared.full[stage]);
          for (int box = own * 2; box < own * 2 + 2; ++box) // for both blocks of the pair
            lab::copy_box_to_cluster(Ns + box * DEEP * BOX, N, phase * DEEP, at.left + box * BOX,
                                     shared.full[stage], 3);
        }
      }
  } else {
    lab::more_registers<232>();
    const int lane = t % LANES, warp = t / LANES;
    const auto give_back = [&](int used) {
      if (t < PAIR)
        lab::arrive(shared.empty[used], t);
    };
    for (int tile = first; tile < tiles; tile += step) {
      const part at = pair_tile(tile, I, K);
      float sums[128]; // 64 x 256 elements of the group
      int before = -1; // the stage whose products may still be under way
      for (int phase = 0; phase < phases; ++phase, go_on()) {
        lab::wait(shared.full[stage], parity);
        const half *const Ms = &shared.tiles[stage * HOPPER_STAGE], *const Ns = Ms + HOPPER_M;
        lab::begin_products();
#pragma unroll
        for (int j = 0; j < DEEP; j += SIDE)
          lab::wgmma_m64n256k16(sums, lab::rows_of_64(Ms + (group - 1) * BOX * DEEP + j),
                                lab::columns_of_64(Ns + j * BOX, DEEP), phase > 0 || j > 0);
        lab::commit_products();
        if (before >= 0) {
          lab::wait_for_products<1>();
          give_back(before);
        }
        before = stage;
      }
      lab::wait_for_products<0>();
      give_back(before);
#pragma unroll
      for (int k = 0; k < WIDE / STORED; ++k) {
        float* const to = shared.stores[group - 1][k % 2];
        if (t == 0)
          lab::wait_for_stores<1>(); // the buffer has been read
        lab::sync_group(group);
#pragma unroll
        for (int e = 0; e < STORED / 8; ++e) {
          const int row = warp * 16 + lane / 4, chunk = e * 2 + lane % 4 / 2; // of four floats
          float2* const pair =
              reinterpret_cast<float2*>(&to[row * STORED + (chunk ^ row % 8) * 4 + lane % 2 * 2]);
          const float* const four = &sums[(k * (STORED / 8) + e) * 4];
          pair[0] = make_float2(four[0], four[1]);
          pair[8 * STORED / 2] = make_float2(four[2], four[3]);
        }
        lab::show_to_copy_engine();
        lab::sync_group(group);
        if (t == 0)
          lab::store_box(P, at.top + own * TILE + (group - 1) * BOX, at.left + k * STORED, to);
      }
    }
    if (t == 0)
      lab::wait_for_all_stores();
  }
  lab::sync_cluster(); // nobody leaves while the other one still arrives here
  // END SOLUTION
}

void matmul_hopper(const half* d_M, const half* d_N, float* d_P, int I, int J, int K) {
  const lab::tensor_map M = lab::map_of(d_M, I, J, TILE, DEEP);
  const lab::tensor_map N = lab::map_of(d_N, J, K, DEEP, BOX);
  const lab::tensor_map P = lab::map_of(d_P, I, K, BOX, STORED);
  const int blocks = lab::multiprocessors() / PAIR * PAIR;
  lab::launch_in_clusters(hopper_kernel, blocks, GROUPS * GROUP, sizeof(hopper_memory) + 1024, PAIR,
                          M, N, P, I, J, K);
}
