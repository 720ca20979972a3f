// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: race
// Says: race on global memory
// Says: no fence and flag orders them
// Says: put __threadfence()
// Says: {here}
// GPU: racecheck misses: it watches shared memory only

__global__ void sum(const int* in, int* partial, unsigned* finished, int* total) {
  if (threadIdx.x != 0)
    return;
  int block = blockIdx.x;
  partial[block] = in[block];
  if (atomicAdd(finished, 1u) < gridDim.x - 1)
    return;
  __threadfence();
  int all = 0;
  for (unsigned i = 0; i < gridDim.x; ++i)
    all += partial[i]; // @here
  *total = all;
}

int main() {
  int *in, *partial, *total;
  unsigned* finished;
  cudaMalloc(&in, 8 * sizeof(int));
  cudaMalloc(&partial, 8 * sizeof(int));
  cudaMalloc(&total, sizeof(int));
  cudaMalloc(&finished, sizeof(unsigned));
  cudaMemset(in, 0, 8 * sizeof(int));
  cudaMemset(finished, 0, sizeof(unsigned));
  sum<<<8, 32>>>(in, partial, finished, total);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(partial);
  cudaFree(total);
  cudaFree(finished);
}
