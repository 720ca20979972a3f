// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: race
// Options: -rdc=true
// Says: error: race on global memory: element 0 of the memory from cudaMalloc
// Says: into stream 2 (made in line
// Says: error: race on global memory: element 100 of the memory from cudaMalloc
// Says: handed over by kernel parent into the default stream of block (1,0)
// Says: error: race on global memory: element 200 of the memory from cudaMalloc
// Says: handed over by kernel parent into cudaStreamFireAndForget
// Says: thread (0,0) of block (0,0) reads it {uncle}
// Says: thread (0,0) of block (0,0) writes it {grandchild}
// Says: comes of what kernel parent has handed over into cudaStreamFireAndForget
// Says: let one thread launch both into one stream
// GPU: racecheck looks at shared memory only
//
// Work that one kernel hands over and that nothing orders: into two streams, by two blocks, or into
// cudaStreamFireAndForget. Each pair uses elements of its own.
#include <cstdio>

__global__ void of_streams(int* values, int value) {
  values[threadIdx.x] = value;
}

__global__ void of_blocks(int* values, int value) {
  values[100 + threadIdx.x] = value;
}

__global__ void forgotten(int* values, int value) {
  values[200 + threadIdx.x] = value;
}

__global__ void grandchild(int* values, int value) {
  values[300 + threadIdx.x] = value; // @grandchild
}

__global__ void child(int* values) {
  grandchild<<<1, 8>>>(values, 4); // @grandchild_launch
}

__global__ void uncle(int* values, int* sum) {
  *sum = values[300]; // @uncle
}

__global__ void parent(int* values) {
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x == 0) {
    cudaStream_t first, second;
    cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
    of_streams<<<1, 8, 0, first>>>(values, 1);
    of_streams<<<1, 8, 0, second>>>(values, 2);
    cudaStreamDestroy(first);
    cudaStreamDestroy(second);
  }
  of_blocks<<<1, 8>>>(values, blockIdx.x);
  if (blockIdx.x == 1)
    for (int i = 0; i < 2; ++i)
      forgotten<<<1, 8, 0, cudaStreamFireAndForget>>>(values, i);
  if (blockIdx.x == 2) {
    child<<<1, 1, 0, cudaStreamFireAndForget>>>(values);
    uncle<<<1, 1>>>(values, values + 350); // @uncle_launch
  }
}

int main() {
  int* values;
  if (cudaMalloc(&values, 400 * sizeof(int)) != cudaSuccess)
    return 1;
  parent<<<3, 32>>>(values);
  const cudaError_t error = cudaDeviceSynchronize();
  cudaFree(values);
  return error == cudaSuccess ? 0 : 1;
}
