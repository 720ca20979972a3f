// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Feature: cooperative_groups/memcpy_async.h: copies by a block and by tiles, and two copies under way.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cstdio>

namespace cg = cooperative_groups;

constexpr int threads = 64, piece_size = 48;

// Each block adds up n numbers; while it works on one piece, the next is on its way.
__global__ void sum_by_pieces(const int* values, int n, int* totals) {
  const int size = piece_size; // memcpy_async takes a reference
  __shared__ int pieces[2][piece_size];
  __shared__ int total;
  const cg::thread_block block = cg::this_thread_block();
  const int* const own = values + blockIdx.x * n;
  if (block.thread_rank() == 0)
    total = 0;
  cg::memcpy_async(block, pieces[0], own, sizeof pieces[0]);
  for (int first = 0, piece = 0; first < n; first += piece_size, piece ^= 1) {
    if (first + size < n) {
      cg::memcpy_async(block, pieces[piece ^ 1], size, own + first + size, n - first - size);
      cg::wait_prior<1>(block);
    } else {
      cg::wait(block);
    }
    for (int i = block.thread_rank(); i < piece_size && first + i < n; i += threads)
      atomicAdd(&total, pieces[piece][i]);
    block.sync(); // before the piece is overwritten
  }
  if (block.thread_rank() == 0)
    totals[blockIdx.x] = total;
}

// A tile copies bytes from any address. (CUDA 13.0 copies two at a time where the addresses differ by an
// even number that is no multiple of 4, also from odd ones, and fails: here they differ by a multiple
// of 16.)
__global__ void copy_text(const char* text, int length, char* result) {
  __shared__ __align__(16) char copy[8][48];
  const auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  char* const own = copy[tile.meta_group_rank()] + tile.meta_group_rank();
  cg::memcpy_async(tile, own, text + tile.meta_group_rank(), length);
  cg::wait(tile);
  for (int i = tile.thread_rank(); i < length; i += tile.size())
    result[tile.meta_group_rank() * length + i] = own[i];
}

int main() {
  const int n = 4 * piece_size + 10, blocks = 3, length = 33;
  int host[blocks * n], sums[blocks], found[blocks];
  char text[8 + length], copies[8 * length];
  for (int i = 0; i < blocks * n; ++i)
    host[i] = i % 101;
  for (int i = 0; i < 8 + length; ++i)
    text[i] = static_cast<char>('0' + i);
  for (int b = 0; b < blocks; ++b) {
    sums[b] = 0;
    for (int i = 0; i < n; ++i)
      sums[b] += host[b * n + i];
  }
  int *values = nullptr, *totals = nullptr;
  char *d_text = nullptr, *d_copies = nullptr;
  cudaMalloc(&values, sizeof host);
  cudaMalloc(&totals, sizeof found);
  cudaMalloc(&d_text, sizeof text);
  cudaMalloc(&d_copies, sizeof copies);
  cudaMemcpy(values, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemcpy(d_text, text, sizeof text, cudaMemcpyHostToDevice);
  sum_by_pieces<<<blocks, threads>>>(values, n, totals);
  copy_text<<<1, 64>>>(d_text, length, d_copies);
  cudaMemcpy(found, totals, sizeof found, cudaMemcpyDeviceToHost);
  const cudaError_t error = cudaMemcpy(copies, d_copies, sizeof copies, cudaMemcpyDeviceToHost);
  bool good = error == cudaSuccess;
  for (int b = 0; b < blocks; ++b)
    good = good && found[b] == sums[b];
  for (int tile = 0; tile < 8; ++tile)
    for (int i = 0; i < length; ++i)
      good = good && copies[tile * length + i] == text[tile + i];
  if (!good)
    printf("%s; block 0 found %d, not %d\n", cudaGetErrorString(error), found[0], sums[0]);
  cudaFree(values);
  cudaFree(totals);
  cudaFree(d_text);
  cudaFree(d_copies);
  return good ? 0 : 1;
}
