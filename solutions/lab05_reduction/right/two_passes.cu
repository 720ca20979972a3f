// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Right without any atomic operation: the blocks' sums go into an array, and a second launch of one
// block adds those up. Blocks of 256 and of 1024 threads, static shared memory, exchanging
// shuffles.
#include "lab05.h"

#include <algorithm>

#include "lab/cuda_check.h"
#include "lab/device_buffer.h"

int sum_reference(const int* in, int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i)
    sum += in[i];
  return sum;
}

__global__ void block_sums_kernel(const int* d_in, int* d_sums, int n) {
  __shared__ int partial[1024];
  const int tid = threadIdx.x;
  const int index = blockIdx.x * blockDim.x + tid;
  partial[tid] = index < n ? d_in[index] : 0;
  __syncthreads();
  int stride = 1; // the smallest power of two that is not below half of the block
  while (2 * stride < static_cast<int>(blockDim.x))
    stride *= 2;
  for (; stride > 0; stride /= 2) {
    if (tid < stride && tid + stride < static_cast<int>(blockDim.x))
      partial[tid] = partial[tid] + partial[tid + stride];
    __syncthreads();
  }
  if (tid == 0)
    d_sums[blockIdx.x] = partial[0];
}

void block_sums(const int* d_in, int* d_sums, int n, int block_size) {
  block_sums_kernel<<<(n + block_size - 1) / block_size, block_size>>>(d_in, d_sums, n);
  CUDA_CHECK(cudaGetLastError());
}

// ---- Two passes: `pass` makes one sum a block, whatever the number of blocks ------------------

template <int THREADS>
__device__ int tree_sum(int value) {
  __shared__ int partial[THREADS];
  const int tid = threadIdx.x;
  partial[tid] = value;
  __syncthreads();
  for (int stride = THREADS / 2; stride > 0; stride /= 2) {
    if (tid < stride)
      partial[tid] += partial[tid + stride];
    __syncthreads();
  }
  return partial[0];
}

template <int THREADS>
__device__ int shuffled_sum(int value) {
  __shared__ int warps[THREADS / 32];
  for (int lanes = 1; lanes < 32; lanes *= 2) // every lane gets the warp's sum
    value += __shfl_xor_sync(0xffffffffu, value, lanes);
  if (threadIdx.x % 32 == 0)
    warps[threadIdx.x / 32] = value;
  __syncthreads();
  int sum = 0;
  if (threadIdx.x == 0)
    for (int warp = 0; warp < THREADS / 32; ++warp)
      sum += warps[warp];
  return sum;
}

enum way { tree, shuffled };

template <int THREADS, int NUMBERS, way HOW>
__global__ void pass_kernel(const int* d_in, int* d_sums, int n) {
  int sum = 0;
  for (int k = 0; k < NUMBERS; ++k) {
    const int index = (blockIdx.x * NUMBERS + k) * THREADS + threadIdx.x;
    if (index < n)
      sum += d_in[index];
  }
  sum = HOW == tree ? tree_sum<THREADS>(sum) : shuffled_sum<THREADS>(sum);
  if (threadIdx.x == 0)
    d_sums[blockIdx.x] = sum;
}

__global__ void wide_pass_kernel(const int* d_in, int* d_sums, int n) {
  const int4* vectors = reinterpret_cast<const int4*>(d_in);
  const int threads = gridDim.x * blockDim.x;
  int sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n / 4; i += threads) {
    const int4 v = __ldg(vectors + i);
    sum += (v.x + v.y) + (v.z + v.w);
  }
  if (blockIdx.x == 0)
    for (int i = n / 4 * 4 + threadIdx.x; i < n; i += blockDim.x)
      sum += d_in[i];
  sum = shuffled_sum<256>(sum);
  if (threadIdx.x == 0)
    d_sums[blockIdx.x] = sum;
}

__global__ void last_pass_kernel(const int* d_sums, int* d_out, int n) {
  int sum = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    sum += d_sums[i];
  sum = shuffled_sum<256>(sum);
  if (threadIdx.x == 0)
    *d_out = sum;
}

template <class Pass>
void in_two_passes(int* d_out, int blocks, const Pass& pass) {
  lab::device_buffer<int> sums(std::max(blocks, 1));
  if (blocks > 0)
    pass(sums.data());
  last_pass_kernel<<<1, 256>>>(sums.data(), d_out, blocks);
  CUDA_CHECK(cudaGetLastError());
}

void sum_tree(const int* d_in, int* d_out, int n) {
  const int blocks = (n + 255) / 256;
  in_two_passes(d_out, blocks, [=](int* d_sums) {
    pass_kernel<256, 1, tree><<<blocks, 256>>>(d_in, d_sums, n);
    CUDA_CHECK(cudaGetLastError());
  });
}

void sum_two_per_thread(const int* d_in, int* d_out, int n) {
  const int blocks = (n + 2047) / 2048;
  in_two_passes(d_out, blocks, [=](int* d_sums) {
    pass_kernel<1024, 2, tree><<<blocks, 1024>>>(d_in, d_sums, n);
    CUDA_CHECK(cudaGetLastError());
  });
}

void sum_shuffle(const int* d_in, int* d_out, int n) {
  const int blocks = (n + 2047) / 2048;
  in_two_passes(d_out, blocks, [=](int* d_sums) {
    pass_kernel<256, 8, shuffled><<<blocks, 256>>>(d_in, d_sums, n);
    CUDA_CHECK(cudaGetLastError());
  });
}

constexpr int MOST_BLOCKS = 1056;
__device__ int wide_sums[MOST_BLOCKS]; // no allocation in a call that is timed

void sum_grid_stride(const int* d_in, int* d_out, int n) {
  const int blocks = std::min((n + 2047) / 2048, MOST_BLOCKS);
  void* sums = nullptr;
  CUDA_CHECK(cudaGetSymbolAddress(&sums, wide_sums));
  int* const d_sums = static_cast<int*>(sums);
  if (blocks > 0)
    wide_pass_kernel<<<blocks, 256>>>(d_in, d_sums, n);
  last_pass_kernel<<<1, 256>>>(d_sums, d_out, blocks);
  CUDA_CHECK(cudaGetLastError());
}
