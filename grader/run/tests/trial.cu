// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "trial.h"

#include <cstdio>
#include <stdexcept>

#include <cuda_runtime.h>

#include "lab/cuda_check.h"

__global__ void scale(const float* in, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = factor * in[i];
}

__global__ void scale_by(const float* in, float* out, int n, const float* factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = *factor * in[i];
}

__global__ void add(const float* in, float* sum, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    sum[i] += factor * in[i];
}

__global__ void store(float* at, long long offset) {
  at[offset] = 0;
}

__global__ void wait_for_another(const float* in, float* out, int n) {
  if (threadIdx.x == 3)
    while (out[0] != in[0] + 1) { // nobody stores that
    }
  if (threadIdx.x < static_cast<unsigned>(n))
    out[threadIdx.x] = in[threadIdx.x];
}

__global__ void meet_others(volatile float* out) {
  if (blockIdx.x == 1) {
    out[1] = 1;
    return;
  }
  out[1] = 0;
  int patience = 1000 * 1000;
  while (out[1] == 0 && --patience > 0) {
  }
  out[0] = out[1];
}

void meet(const float*, float* d_out, int) {
  meet_others<<<2, 1>>>(d_out);
}

void twice(const float* d_in, float* d_out, int n) {
  if (n == 0)
    return;
  scale<<<(n + 31) / 32, 32>>>(d_in, d_out, n, 2);
  std::printf("twice\n");
}

__global__ void fill(float* out, int n, float value) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = value;
}

void counts_calls(const float*, float* d_out, int n) {
  static int calls = 0;
  fill<<<(n + 31) / 32, 32>>>(d_out, n, ++calls);
}

void counts_calls_and_keeps_memory(const float*, float* d_out, int n) {
  static int calls = 0;
  static float* d_kept = nullptr;
  if (d_kept == nullptr && cudaMalloc(&d_kept, 4000) != cudaSuccess)
    return;
  fill<<<(n + 31) / 32, 32>>>(d_out, n, ++calls);
}

void add_to(const float* d_in, float* d_sum, int n, float factor) {
  add<<<(n + 31) / 32, 32>>>(d_in, d_sum, n, factor);
}

void write_before(const float* d_in, float* d_out, int n) {
  scale<<<(n + 31) / 32, 32>>>(d_in, d_out, n, 2);
  store<<<1, 1>>>(d_out, -1);
}

void change_input(const float* d_in, float* d_out, int n) {
  scale<<<(n + 31) / 32, 32>>>(d_in, d_out, n, 2);
  store<<<1, 1>>>(const_cast<float*>(d_in), 0);
}

void bad_launch(const float* d_in, float* d_out, int n) {
  scale<<<1, 2000>>>(d_in, d_out, n, 2);
}

void throw_error(const float*, float*, int) {
  throw std::runtime_error("not today");
}

void far_outside(const float*, float* d_out, int) {
  store<<<1, 1>>>(d_out, 1LL << 38);
}

extent extent_of(dim3 grid, dim3 block) {
  return {grid.x * grid.y * grid.z, block.x * block.y * block.z};
}

void on_the_host(const int* in, int* out, int n) {
  for (int i = 0; i < n; ++i)
    out[i] += in[i];
}

void follow_pointer(const float* d_in, float* d_out, int n) {
  if (d_in[0] > 0)
    scale<<<(n + 31) / 32, 32>>>(d_in, d_out, n, 2);
}

void leaks(const float* d_in, float* d_out, int n) {
  float* d_own = nullptr;
  if (cudaMalloc(&d_own, 4000) == cudaSuccess)
    cudaMemcpy(d_out, d_in, n * sizeof(float), cudaMemcpyDeviceToHost);
}

void waits_for_ever(const float* d_in, float* d_out, int n) {
  wait_for_another<<<1, 32>>>(d_in, d_out, n);
  cudaDeviceSynchronize();
}

void remembers(const float* d_in, float* d_out, int n) {
  static float first = 0;
  if (first == 0)
    CUDA_CHECK(cudaMemcpy(&first, d_in, sizeof first, cudaMemcpyDeviceToHost));
  const float all[8] = {first, first, first, first, first, first, first, first};
  CUDA_CHECK(cudaMemcpy(d_out, all, n * sizeof(float), cudaMemcpyHostToDevice));
}

/// From host memory that outlives the call, and that the next call writes.
void sends_from_kept_memory(const float* d_in, float* d_out, int n) {
  static float* factor = nullptr;
  if (factor == nullptr)
    CUDA_CHECK(cudaMallocHost(&factor, sizeof *factor));
  *factor = 2;
  float* d_factor = nullptr;
  CUDA_CHECK(cudaMallocAsync(&d_factor, sizeof *factor, nullptr));
  CUDA_CHECK(cudaMemcpyAsync(d_factor, factor, sizeof *factor, cudaMemcpyHostToDevice));
  scale_by<<<1, n>>>(d_in, d_out, n, d_factor);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaFreeAsync(d_factor, nullptr));
}

/// Waits before it puts in order what an exception leaves as it is.
void clears_at_the_end(const float* d_in, float* d_out, int n) {
  struct other_stream {
    cudaStream_t stream = nullptr;
    other_stream() { CUDA_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking)); }
    ~other_stream() { CUDA_CHECK_NOEXCEPT(cudaStreamDestroy(stream)); }
  } const other;
  struct factor {
    float* data = nullptr;
    factor() { CUDA_CHECK(cudaMalloc(&data, sizeof *data)); }
    ~factor() {
      CUDA_CHECK_NOEXCEPT(cudaMemsetAsync(data, 0, sizeof *data));
      CUDA_CHECK_NOEXCEPT(cudaFree(data));
    }
  } const by;
  const float two = 2;
  CUDA_CHECK(cudaMemcpy(by.data, &two, sizeof two, cudaMemcpyHostToDevice));
  scale_by<<<1, n, 0, other.stream>>>(d_in, d_out, n, by.data);
  CUDA_CHECK(cudaGetLastError());
  scale_by<<<1, n, 0, other.stream>>>(d_in, d_out, n, by.data);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaStreamSynchronize(other.stream));
}

void checks_launch(const float* d_in, float* d_out, int n) {
  scale<<<1, n>>>(d_in, d_out, n, 2);
  CUDA_CHECK(cudaGetLastError());
}

void peeks_at_launch(const float* d_in, float* d_out, int n) {
  scale<<<1, n>>>(d_in, d_out, n, 2);
  CUDA_CHECK(cudaPeekAtLastError());
}

void peeks_and_takes(const float* d_in, float* d_out, int n) {
  scale<<<1, n>>>(d_in, d_out, n, 2);
  const cudaError_t error = cudaPeekAtLastError();
  cudaGetLastError();
  CUDA_CHECK(error);
}

void forgets_and_peeks(const float* d_in, float* d_out, int n) {
  cudaGetLastError();
  peeks_at_launch(d_in, d_out, n);
}

void launches_by_a_call(const float* d_in, float* d_out, int n) {
  float factor = 2;
  void* arguments[] = {&d_in, &d_out, &n, &factor};
  CUDA_CHECK(cudaLaunchKernel(scale, dim3(1), dim3(n), arguments, 0, nullptr));
  CUDA_CHECK(cudaPeekAtLastError());
}

void throws_a_number(const float* d_in, float* d_out, int n) {
  scale<<<1, n>>>(d_in, d_out, n, 2);
  if (cudaGetLastError() != cudaSuccess)
    throw 7;
}

void asks_twice(const float* d_in, float* d_out, int n) {
  scale<<<1, n>>>(d_in, d_out, n, 2);
  if (cudaGetLastError() != cudaSuccess)
    CUDA_CHECK(cudaGetLastError());
}

void asks_in_a_destructor(const float* d_in, float* d_out, int n) {
  struct asked_at_the_end {
    ~asked_at_the_end() { CUDA_CHECK_NOEXCEPT(cudaGetLastError()); }
  };
  const asked_at_the_end asked{};
  scale<<<1, n>>>(d_in, d_out, n, 2);
}

void ignores_second_launch(const float* d_in, float* d_out, int n) {
  scale<<<1, n>>>(d_in, d_out, n, 3);
  CUDA_CHECK(cudaGetLastError());
  scale<<<1, n>>>(d_in, d_out, n, 2);
}

void reads_output(const float* d_in, float* d_out, int n) {
  scale<<<1, n>>>(d_in, d_out, n, 1);
  scale<<<1, n>>>(d_out, d_out, n, 2);
  CUDA_CHECK(cudaGetLastError());
}

__global__ void borrow(float* in, float* out, int n) {
  if (threadIdx.x < n) {
    in[threadIdx.x] *= 2;
    out[threadIdx.x] = in[threadIdx.x];
    in[threadIdx.x] /= 2;
  }
}

void borrows_input(const float* d_in, float* d_out, int n) {
  borrow<<<1, n>>>(const_cast<float*>(d_in), d_out, n);
  CUDA_CHECK(cudaGetLastError());
}

void copies_too_much(const float* in, float* d_out, int n) {
  float* d_in = nullptr;
  CUDA_CHECK(cudaMalloc(&d_in, (n + 1) * sizeof(float)));
  CUDA_CHECK(cudaMemcpy(d_in, in, (n + 1) * sizeof(float), cudaMemcpyHostToDevice));
  twice(d_in, d_out, n);
  CUDA_CHECK(cudaFree(d_in));
}

void adds_too_much(const float* in, float* d_out, int n) {
  float sum = 0;
  for (int i = -1; i < n; ++i)
    sum += in[i];
  CUDA_CHECK(cudaMemcpy(d_out, &sum, sizeof sum, cudaMemcpyHostToDevice));
}

void asks_when_known(const float* d_in, float* d_out, int n) {
  twice(d_in, d_out, n);
  CUDA_CHECK(cudaDeviceSynchronize());
  if (cudaStreamQuery(0) != cudaSuccess)
    std::printf("not yet\n");
}

void polls_stream(const float* d_in, float* d_out, int n) {
  twice(d_in, d_out, n);
  while (cudaStreamQuery(0) == cudaErrorNotReady) {
  }
}

void polls_event(const float* d_in, float* d_out, int n) {
  cudaEvent_t end;
  CUDA_CHECK(cudaEventCreate(&end));
  twice(d_in, d_out, n);
  CUDA_CHECK(cudaEventRecord(end));
  while (cudaEventQuery(end) == cudaErrorNotReady) {
  }
  CUDA_CHECK(cudaEventDestroy(end));
}

void asks_once(const float* d_in, float* d_out, int n) {
  twice(d_in, d_out, n);
  if (cudaStreamQuery(0) == cudaSuccess)
    std::printf("quick\n");
}

void aside_joined(const float* d_in, float* d_out, int n) {
  cudaStream_t stream;
  cudaEvent_t end;
  CUDA_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  CUDA_CHECK(cudaEventCreate(&end));
  scale<<<1, n, 0, stream>>>(d_in, d_out, n, 2);
  CUDA_CHECK(cudaEventRecord(end, stream));
  CUDA_CHECK(cudaStreamWaitEvent(0, end, 0));
  CUDA_CHECK(cudaEventDestroy(end));
  CUDA_CHECK(cudaStreamDestroy(stream));
}

void aside(const float* d_in, float* d_out, int n) {
  cudaStream_t stream;
  CUDA_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  scale<<<1, n, 0, stream>>>(d_in, d_out, n, 2);
  CUDA_CHECK(cudaStreamDestroy(stream));
}
