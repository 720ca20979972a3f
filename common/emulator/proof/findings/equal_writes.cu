// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: equal_writes
// Says: information: one value that several threads store, shared memory: found
// Says: information: one value that several threads store, global memory
// Says: {block}
// Says: {grid}
// Says: information: one value that several threads store, global memory: seen
// Says: {variable}
// Says: emucc: 3 pieces of information
// GPU: racecheck misses: it has it for information, too

__device__ int seen;

__global__ void search(const int* values, int wanted, int* blocks, bool* anywhere) {
  __shared__ int found;
  if (threadIdx.x == 0)
    found = 0;
  __syncthreads();
  if (values[blockIdx.x * blockDim.x + threadIdx.x] == wanted) {
    found = 1;        // @block
    *anywhere = true; // @grid
    seen = 1;         // @variable
  }
  __syncthreads();
  if (threadIdx.x == 0)
    blocks[blockIdx.x] = found;
}

int main() {
  int *values, *blocks;
  bool* anywhere;
  int host[4] = {};
  cudaMalloc(&values, 256 * sizeof(int));
  cudaMalloc(&blocks, 4 * sizeof(int));
  cudaMalloc(&anywhere, 1);
  cudaMemset(values, 0, 256 * sizeof(int));
  cudaMemset(anywhere, 0, 1);
  search<<<4, 64>>>(values, 0, blocks, anywhere);
  cudaMemcpy(host, blocks, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(values);
  cudaFree(blocks);
  cudaFree(anywhere);
  return host[0] == 1 && host[3] == 1 ? 0 : 1;
}
