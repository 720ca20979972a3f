// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Feature: launches of a kernel that CUDA orders: into one stream, by one block without a stream,
// into Feature: cudaStreamTailLaunch, and by events; and what is in no order, but shares nothing.
// Options: -rdc=true
// Prints: 30 7 8 6 40 4
#include <cstdio>

__global__ void add(int* to, int from, int to_last, int more) {
  for (int i = from + threadIdx.x; i <= to_last; i += blockDim.x)
    to[i] += more;
}

__global__ void count(int* to) {
  atomicAdd(to, 10);
}

__global__ void nested(int* values) {
  add<<<1, 8>>>(values, 0, 7, 3);
  add<<<1, 8>>>(values, 0, 7, 3);
}

__global__ void parent(int* values) {
  if (threadIdx.x == 0)
    count<<<1, 1>>>(values); // by three blocks, with atomic operations
  if (blockIdx.x == 0) {
    // Without a stream: all threads of a block share one.
    if (threadIdx.x == 0)
      add<<<1, 8>>>(values, 10, 17, 3);
    __syncthreads();
    if (threadIdx.x == 1)
      add<<<1, 8>>>(values, 10, 17, 4);
    if (threadIdx.x == 0) {
      add<<<1, 8>>>(values, 100, 107, 4); // with the tail of this kernel
      add<<<1, 8, 0, cudaStreamTailLaunch>>>(values, 100, 107, 36);
    }
  }
  if (blockIdx.x == 1 && threadIdx.x == 0) {
    // Two streams, and an event between them.
    cudaStream_t first, second;
    cudaEvent_t done;
    cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
    add<<<1, 8, 0, first>>>(values, 20, 27, 3);
    add<<<1, 8, 0, first>>>(values, 20, 27, 1);
    cudaEventRecord(done, first);
    cudaStreamWaitEvent(second, done, 0);
    add<<<1, 8, 0, second>>>(values, 20, 27, 4);
    cudaStreamDestroy(first);
    cudaStreamDestroy(second);
    cudaEventDestroy(done);
  }
  if (blockIdx.x == 2 && threadIdx.x == 0) {
    nested<<<1, 1, 0, cudaStreamFireAndForget>>>(values + 30);
    add<<<1, 8, 0, cudaStreamFireAndForget>>>(values, 40, 47, 4); // beside what nested() writes
  }
}

int main() {
  int* values;
  if (cudaMalloc(&values, 200 * sizeof(int)) != cudaSuccess ||
      cudaMemset(values, 0, 200 * sizeof(int)) != cudaSuccess)
    return 1;
  parent<<<3, 32>>>(values);
  int host[200];
  if (cudaMemcpy(host, values, sizeof host, cudaMemcpyDeviceToHost) != cudaSuccess)
    return 1;
  printf("%d %d %d %d %d %d\n", host[0], host[10], host[20], host[30], host[100], host[40]);
  return cudaFree(values) == cudaSuccess ? 0 : 1;
}
