// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Feature: attributes of kernels, and how many blocks a multiprocessor holds.
#include <cstdio>

int failures = 0;
#define CHECK(condition)                                                                           \
  if (!(condition))                                                                                \
  ++failures, printf("line %d: %s\n", __LINE__, #condition)

__global__ void plain(int* a) {
  a[threadIdx.x] = threadIdx.x;
}

__global__ void with_tile(int* a) {
  __shared__ int tile[4096];
  tile[threadIdx.x] = a[threadIdx.x];
  __syncthreads();
  a[threadIdx.x] = tile[threadIdx.x ^ 1];
}

template <class T>
__global__ void with_dynamic(T* a) {
  extern __shared__ int dynamic[];
  dynamic[threadIdx.x] = threadIdx.x;
  a[threadIdx.x] = dynamic[threadIdx.x];
}

struct shared_of_block {
  __host__ __device__ size_t operator()(int threads) const { return threads * 64; }
};

int main() {
  cudaFuncAttributes attributes;
  CHECK(cudaFuncGetAttributes(&attributes, with_tile) == cudaSuccess);
  CHECK(attributes.sharedSizeBytes == 16384 && attributes.maxThreadsPerBlock == 1024);
  CHECK(attributes.maxDynamicSharedSizeBytes == 32768 && attributes.numRegs > 0);

  int blocks = -1;
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, plain, 256, 0) == cudaSuccess);
  CHECK(blocks == 8);
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, plain, 32, 0) == cudaSuccess);
  CHECK(blocks == 32);
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, with_tile, 64, 0) == cudaSuccess);
  CHECK(blocks == 13); // 228 KB for 17 KB each
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, plain, 2048, 0) == cudaSuccess);
  CHECK(blocks == 0);
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, plain, 0, 0) == cudaErrorInvalidValue);

  CHECK(cudaFuncSetAttribute(with_dynamic<int>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                             100 * 1024) == cudaSuccess);
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, with_dynamic<int>, 128,
                                                      100 * 1024) == cudaSuccess);
  CHECK(blocks == 2);
  size_t bytes = 0;
  CHECK(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, plain, 8, 256) == cudaSuccess);
  CHECK(bytes > 26 * 1024 && bytes < 29 * 1024); // about an eighth of 228 KB, less 1 KB

  int grid = 0, block = 0;
  cudaDeviceProp prop;
  cudaGetDeviceProperties(&prop, 0);
  CHECK(cudaOccupancyMaxPotentialBlockSize(&grid, &block, plain) == cudaSuccess);
  CHECK(block == 1024 && grid == 2 * prop.multiProcessorCount);
  CHECK(cudaOccupancyMaxPotentialBlockSizeVariableSMem(
            &grid, &block, with_dynamic<float>, shared_of_block(), 512) == cudaSuccess);
  CHECK(block > 0 && block <= 512);
  // Last: a GPU then leaves less shared memory, and so room for fewer blocks.
  CHECK(cudaFuncSetCacheConfig(plain, cudaFuncCachePreferL1) == cudaSuccess);
  cudaGetLastError();
  return failures != 0;
}
