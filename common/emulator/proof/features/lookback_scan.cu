// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Feature: decoupled look-back: a block adds up what earlier blocks publish, sums or totals, behind
// fences and atomic status words.
// Prints: 2096128
#include <cstdio>

enum status { nothing, own_sum, total };

struct entry {
  int status;
  int sum;
  int total;
};

__global__ void scan_totals(const int* in, entry* entries, int* out) {
  __shared__ int own, before;
  __shared__ int block;
  int t = threadIdx.x;
  if (t == 0) {
    block = atomicAdd(&entries[gridDim.x].status, 1); // blocks are numbered as they start
    own = 0;
  }
  __syncthreads();
  atomicAdd(&own, in[block * blockDim.x + t]);
  __syncthreads();
  if (t == 0) {
    entry& mine = entries[block];
    mine.sum = own;
    __threadfence();
    atomicExch(&mine.status, own_sum);
    int sum = 0;
    for (int back = block - 1; back >= 0; --back) {
      int found;
      while ((found = atomicAdd(&entries[back].status, 0)) == nothing) {
      }
      __threadfence();
      sum += found == total ? entries[back].total : entries[back].sum;
      if (found == total)
        break;
    }
    mine.total = sum + own;
    __threadfence();
    atomicExch(&mine.status, total);
    before = sum;
  }
  __syncthreads();
  if (t == 0)
    out[block] = before + own;
}

int main() {
  const int threads = 64, blocks = 32, n = threads * blocks;
  int host[n];
  for (int i = 0; i < n; ++i)
    host[i] = i;
  int *in, *out;
  entry* entries;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, blocks * sizeof(int));
  cudaMalloc(&entries, (blocks + 1) * sizeof(entry));
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemset(entries, 0, (blocks + 1) * sizeof(entry));
  scan_totals<<<blocks, threads>>>(in, entries, out);
  cudaMemcpy(host, out, blocks * sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("%d\n", host[blocks - 1]);
  cudaFree(in);
  cudaFree(out);
  cudaFree(entries);
  return cudaGetLastError() != cudaSuccess;
}
