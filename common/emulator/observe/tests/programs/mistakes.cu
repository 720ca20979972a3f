// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// One kernel a mistake. Use: mistakes NAME; prints the findings. Lines marked with a comment are
// those that the tests expect.
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "emulator/emulator.h"

// 32 x 2 threads a block unless said.
__global__ void past_the_end(float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i + 1] = i; // past_the_end
}

// The array's elements are floats, also where four of them are stored at once.
__global__ void fours_past_the_end(float* out, int n) {
  reinterpret_cast<float4*>(out)[n / 4] = {}; // fours_past_the_end
}

__device__ float4 four_of(const float* from) {
  return *reinterpret_cast<const float4*>(from); // fours_in_helper
}

// Whose elements are how large does not stand in the helper.
__global__ void fours_in_helper(float* out, int n) {
  extern __shared__ float buffer[];
  out[threadIdx.x] = four_of(buffer + n).x;
}

__global__ void far_before_the_start(float* out, int n) {
  const short row = 40000 + n; // negative
  out[row * 100000L] = 1; // far_before_the_start
}

__global__ void before_the_start(float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = out[i - 1]; // before_the_start
}

__global__ void copies(float* out, const float* in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];
}

__global__ void reads_output(float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] += i; // reads_output
}

__global__ void shared_not_filled(float* out, int n) {
  __shared__ float tile[32];
  int t = threadIdx.x;
  if (t < 16)
    tile[t] = t;
  __syncthreads();
  out[blockIdx.x * blockDim.x + t] = tile[t]; // shared_not_filled
}

__global__ void shared_filled_in_rounds(float* out, int n) {
  __shared__ float tile[80];
  for (int k = threadIdx.x; k < 79; k += blockDim.x)
    tile[k] = k;
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = tile[threadIdx.x + 48]; // in_rounds
}

__global__ void one_element_a_thread(float* out, int n) {
  __shared__ float tile[80];
  tile[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = tile[threadIdx.x + 48];
}

__global__ void row_too_far(float* out, int n) {
  __shared__ float tile[16][4];
  int t = threadIdx.x;
  if (t < 16)
    for (int k = 0; k < 4; ++k)
      tile[t][k] = k;
  __syncthreads();
  out[t] = tile[t][3]; // row_too_far
}

__global__ void dynamic_too_far(float* out, int n) {
  extern __shared__ float buffer[];
  buffer[threadIdx.x] = 1; // dynamic_too_far
  out[blockIdx.x * blockDim.x + threadIdx.x] = buffer[threadIdx.x];
}

struct four_numbers {
  float x[4];
};

__device__ void fill_first(four_numbers& some, int n) {
  for (int i = 0; i < n; ++i)
    some.x[i] = i; // member_too_far
}

__global__ void member_too_far(float* out, int n) {
  four_numbers mine;
  fill_first(mine, n);
  out[threadIdx.x] = mine.x[0];
}

// Another function's array, of as many elements.
__global__ void four_sums(float* out, int n) {
  float sums[4] = {};
  sums[n % 4] = 1;
  out[threadIdx.x] = sums[0];
}

__global__ void wraps_around(float* out, int n) {
  __shared__ float tile[32];
  const float* const last = tile + n % 32;
  tile[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = last[~threadIdx.x]; // wraps_around
}

__global__ void shifts_too_far(float* out, int n) {
  __shared__ float tile[32];
  const float* const first = tile;
  tile[threadIdx.x] = 1;
  __syncthreads();
  const int power = 1 << (n - 65); // on this processor a shift by 31
  out[threadIdx.x] = first[static_cast<int>(threadIdx.x) + power]; // shifts_too_far
}

__global__ void rounds_by_thread(float* out, int n) {
  for (int i = threadIdx.x; i < n; i += 40) { // loop of rounds_by_thread
    out[i] = 0;
    __syncthreads(); // rounds_by_thread
  }
  out[threadIdx.x] = 1;
}

__global__ void exchange_on_unset(float* out, int n) {
  if (threadIdx.x == 0)
    atomicExch(out, 1.0f); // exchange_on_unset
}

__global__ void returns_early(float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return; // returns_early
  __syncthreads(); // barrier of returns_early
  out[i] = i;
}

__global__ void stores_and_returns(float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) {
    out[i] = 0;
    return; // stores_and_returns
  }
  __syncthreads();
  out[i] = i;
}

__global__ void barrier_in_if(float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = i;
    __syncthreads(); // barrier_in_if
  }
}

__global__ void two_barriers(float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x < 8)
    __syncthreads(); // first of two_barriers
  else
    __syncthreads(); // second of two_barriers
  out[i] = i;
}

__global__ void atomic_on_unset(float* out, int n) {
  atomicAdd(out, 1.0f); // atomic_on_unset
}

__global__ void shuffle_in_if(float* out, int n) {
  float x = threadIdx.x;
  for (int delta = 16; delta > 0; delta /= 2)
    if (threadIdx.x < delta)
      x += __shfl_down_sync(0xffffffff, x, delta); // shuffle_in_if
  if (threadIdx.x == 0)
    out[blockIdx.x] = x;
}

__global__ void blocks_share(float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < 32)
    out[i] = i; // writer of blocks_share
  else
    out[i] = out[i - 32]; // reader of blocks_share
}

__global__ void blocks_add(float* out, int n) {
  if (threadIdx.x == 0)
    out[0] = blockIdx.x; // blocks_add
}

__global__ void one_for_all(float* out, int n) {
  __shared__ float sum;
  sum = 0.0f;
  for (int i = 0; i < 4; ++i)
    sum += threadIdx.x * i; // one_for_all
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum + n;
}

// All threads write the variable here, too, but what is missing is a barrier.
__global__ void flag_of_round(float* out, int n) {
  __shared__ int flag;
  int seen = n;
  for (int round = 0; round < 4; ++round) {
    flag = 0; // writer of flag_of_round
    __syncthreads();
    if (threadIdx.x == 0 && round < 3)
      flag = 1;
    __syncthreads();
    seen += flag; // reader of flag_of_round
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = seen;
}

__global__ void sum_without_barrier(float* out, int n) {
  __shared__ float part[32];
  int t = threadIdx.x;
  part[t] = t;
  __syncthreads();
  for (int stride = 16; stride > 0; stride /= 2)
    if (t < stride)
      part[t] += part[t + stride]; // sum_without_barrier
  if (t == 0)
    out[blockIdx.x] = part[0];
}

__global__ void broadcast(float* out, int n) {
  __shared__ float first;
  if (threadIdx.x == 0)
    first = n; // writer of broadcast
  out[blockIdx.x * blockDim.x + threadIdx.x] = first; // reader of broadcast
}

// The one that writes never reads: only the barrier tells that its write is the next round's.
__global__ void next_round(float* out, int n) {
  __shared__ float factor;
  float sum = 0;
  for (int round = 0; round < 4; ++round) {
    if (threadIdx.x == 0)
      factor = round * n; // writer of next_round
    __syncthreads();
    if (threadIdx.x > 0)
      sum += factor; // reader of next_round
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

__global__ void shift_in_place(float* out, int n) {
  __shared__ float row[33];
  int t = threadIdx.x;
  row[t] = t;
  row[32] = 0;
  __syncthreads();
  float next = row[t + 1]; // reader of shift_in_place
  row[t] = next;           // writer of shift_in_place
  __syncthreads();
  out[blockIdx.x * blockDim.x + t] = row[t];
}

__global__ void one_cell(float* out, int n) {
  __shared__ float cell;
  cell = threadIdx.x; // one_cell
  __syncthreads();
  out[blockIdx.x] = 1;
}

__global__ void warp_in_step(float* out, int n) {
  __shared__ float part[32];
  int t = threadIdx.x;
  part[t] = t;
  __syncwarp();
  out[blockIdx.x * blockDim.x + t] = part[31 - t];
}

__global__ void through_null(float* out, int n) {
  float* nothing = nullptr;
  nothing[threadIdx.x] = 1; // through_null
}

__global__ void host_memory(float* out, int n) {
  out[threadIdx.x] = 1; // host_memory
}

__global__ void not_aligned(float* out, int n) {
  *(float*)((char*)out + 2) = 1; // not_aligned
}

__global__ void fills_through_table(float** table) {
  table[0][threadIdx.x] = 1; // fills_through_table
}

__global__ void fills(float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = i;
}

int main(int, char** words) {
  namespace emulator = cudalab::emulator;
  const char* const name = words[1];
  constexpr int n = 64;
  float* d_out = nullptr;
  cudaMalloc(&d_out, n * sizeof(float));
  emulator::name_allocation(d_out, "d_out", sizeof(float));
  emulator::observe(emulator::observation::clean);
  const auto is = [&](const char* other) { return std::strcmp(name, other) == 0; };
#define RUN(kernel, size)                                                                          \
  if (is(#kernel))                                                                                 \
    kernel<<<n / 32, 32>>>(d_out, size);
  RUN(past_the_end, n)
  RUN(fours_past_the_end, n)
  RUN(fours_in_helper, n)
  RUN(before_the_start, n)
  RUN(far_before_the_start, 0)
  RUN(reads_output, n)
  RUN(shared_not_filled, n)
  RUN(shared_filled_in_rounds, n)
  RUN(one_element_a_thread, n)
  RUN(row_too_far, n)
  RUN(member_too_far, 5)
  RUN(four_sums, 5)
  RUN(wraps_around, 63)
  RUN(returns_early, n - 16)
  RUN(stores_and_returns, n - 16)
  RUN(barrier_in_if, n - 16)
  RUN(two_barriers, n)
  RUN(atomic_on_unset, n)
  RUN(exchange_on_unset, n)
  RUN(rounds_by_thread, n)
  RUN(shifts_too_far, n)
  RUN(shuffle_in_if, n)
  RUN(blocks_share, n)
  RUN(blocks_add, n)
  RUN(one_for_all, n)
  RUN(flag_of_round, n)
  RUN(sum_without_barrier, n)
  RUN(broadcast, n)
  RUN(next_round, n)
  RUN(shift_in_place, n)
  RUN(one_cell, n)
  RUN(warp_in_step, n)
  RUN(through_null, n)
  RUN(not_aligned, n)
  RUN(fills, n)
  if (is("nothing_to_do"))
    fills<<<0, 32>>>(d_out, 0);
  if (is("dynamic_too_far"))
    dynamic_too_far<<<n / 32, 32, 16 * sizeof(float)>>>(d_out, n);
  if (is("host_memory"))
    host_memory<<<1, 32>>>(static_cast<float*>(std::malloc(4096)), n);
  if (is("after_free")) {
    cudaFree(d_out); // after_free
    fills<<<n / 32, 32>>>(d_out, n);
  }
  if (is("past_the_end_into_freed") || is("freed_in_a_table")) {
    // What is freed here begins where `second` ends.
    float *first = nullptr, *gone = nullptr, *second = nullptr, **table = nullptr;
    cudaMalloc(&table, sizeof(float*));
    cudaMalloc(&first, 8192);
    cudaMalloc(&gone, 4096);
    cudaMemcpy(table, &gone, sizeof(float*), cudaMemcpyHostToDevice);
    cudaFree(first);
    cudaFree(gone);
    cudaMalloc(&first, 4096);
    cudaMalloc(&second, 4096);
    if (is("freed_in_a_table")) {
      fills_through_table<<<1, 32>>>(table);
    } else {
      cudaFree(table);
      fills<<<33, 32>>>(second, 1025);
    }
  }
  if (is("freed_too_early") || is("freed_in_time")) { // of a pool: cudaFree does not wait
    float* of_pool = nullptr;
    cudaMallocAsync(&of_pool, n * sizeof(float), nullptr);
    fills<<<n / 32, 32>>>(of_pool, n);
    if (is("freed_in_time"))
      cudaDeviceSynchronize();
    cudaFree(of_pool); // freed_too_early
  }
  if (is("filled_before")) { // what a launch wrote is written for the next one
    fills<<<n / 32, 32>>>(d_out, n);
    reads_output<<<n / 32, 32>>>(d_out, n);
  }
  if (is("filled_in_part")) {
    cudaMemset(d_out, 0, 100);
    reads_output<<<n / 32, 32>>>(d_out, n);
  }
  if (is("never_filled")) {
    float* d_in = nullptr;
    cudaMalloc(&d_in, n * sizeof(float));
    emulator::name_allocation(d_in, "d_in");
    copies<<<n / 32, 32>>>(d_out, d_in);
  }
  if (is("sizes_exchanged"))
    for (const int blocks : {2048, 4096})
      fills<<<32, blocks>>>(d_out, 0);
  if (is("exchanged_or_too_many"))
    fills<<<32, 2048>>>(d_out, 0);
  if (is("too_many_threads"))
    for (const int blocks : {32, 64})
      fills<<<blocks, 2048>>>(d_out, 0);
  if (is("too_many_threads_in_few_blocks"))
    fills<<<dim3(4, 4), dim3(33, 33)>>>(d_out, 0);
  if (is("negative_blocks"))
    for (const int rows : {1, 2})
      fills<<<dim3(1, rows - 2), 32>>>(d_out, 0);
  if (is("too_many_of_both"))
    fills<<<dim3(1, 70000), 2048>>>(d_out, 0);
  if (is("host_reads"))
    std::printf("%g\n", *d_out); // host_reads
  if (cudaDeviceSynchronize() != cudaSuccess)
    std::fputs("error\n", stderr);
  std::puts(emulator::take_findings().c_str());
}
