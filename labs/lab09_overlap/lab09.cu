// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Lab 09: copies and kernels at once. Streams, chunks, events, a ring of buffers, and a graph.
//
//   ./lab grade lab09     is the result right, and does the work overlap?
//   ./lab run lab09       see the timelines of your functions
//   ./lab hint lab09      a little help, then a little more
//
// README.md explains the idea with pictures; lab09.h says what each function must do.
//
// Work through the TODOs in order: lab09.1 to lab09.5. The grader shows how far
// you are.
#include "lab09.h"

#include <algorithm>
#include <vector>

#include "lab/cuda_check.h"
#include "lab/device_buffer.h"

// ---- Given: what is done to the numbers --------------------------------------------------------

constexpr int BLOCK = 256;

/// `rounds` times: half of each element, and 1.
__global__ void develop(float* data, int n, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float value = data[i];
  for (int round = 0; round < rounds; ++round)
    value = 0.5f * value + 1.0f;
  data[i] = value;
}

/// Half of each element, and the level of the chunk before. The last one is the next level.
__global__ void follow(float* data, int n, const float* level, float* next_level) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  const float value = 0.5f * data[i] + *level;
  data[i] = value;
  if (i == n - 1)
    *next_level = value;
}

int blocks_for(int n) {
  return (n + BLOCK - 1) / BLOCK;
}

// ---- Given: a stream and an event that destroy themselves --------------------------------------

class stream {
public:
  stream() { CUDA_CHECK(cudaStreamCreate(&handle_)); }
  ~stream() { CUDA_CHECK_NOEXCEPT(cudaStreamDestroy(handle_)); }
  stream(const stream&) = delete;
  stream& operator=(const stream&) = delete;
  operator cudaStream_t() const { return handle_; } // so that it can be passed to CUDA's functions

private:
  cudaStream_t handle_ = nullptr;
};

class event {
public:
  event() { CUDA_CHECK(cudaEventCreateWithFlags(&handle_, cudaEventDisableTiming)); }
  ~event() { CUDA_CHECK_NOEXCEPT(cudaEventDestroy(handle_)); }
  event(const event&) = delete;
  event& operator=(const event&) = delete;
  operator cudaEvent_t() const { return handle_; }

private:
  cudaEvent_t handle_ = nullptr;
};

// ---- 1. One job in a stream ---------------------------------------------------------------------

void enqueue_job(const float* h_in, float* h_out, float* d_data, int n, int rounds,
                 cudaStream_t stream) {
  const std::size_t bytes = static_cast<std::size_t>(n) * sizeof(float);
  // TODO(lab09.1): this is right, and the host stands still twice; and none of it is
  // in `stream`. Three operations in the stream, and no wait (about 4 lines to change).
  (void)stream;
  CUDA_CHECK(cudaMemcpy(d_data, h_in, bytes, cudaMemcpyHostToDevice));
  develop<<<blocks_for(n), BLOCK>>>(d_data, n, rounds);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaMemcpy(h_out, d_data, bytes, cudaMemcpyDeviceToHost));
}

// ---- 2. Chunks in several streams ---------------------------------------------------------------

void process_chunks(const float* h_in, float* h_out, int n, int chunks, int rounds) {
  // TODO(lab09.2): device memory for all n elements, and three streams. Chunk after
  // chunk to enqueue_job(), in one stream after the other; wait for all of them at the
  // end (about 10 lines).
  (void)h_in, (void)h_out, (void)n, (void)chunks, (void)rounds;
}

// ---- 3. A stream for each stage, and events between them ----------------------------------------

void filter_chunks(const float* h_in, float* h_out, int n, int chunks) {
  // TODO(lab09.3): three streams, for copies in, kernels and copies out. A kernel waits
  // for the event that is recorded behind its copy in, a copy out for the one behind
  // its kernel. Level 0 is 0: cudaMemsetAsync (about 20 lines).
  (void)h_in, (void)h_out, (void)n, (void)chunks;
}

// ---- 4. A ring of buffers -----------------------------------------------------------------------

void filter_ring(const float* h_in, float* h_out, int n, int chunk, int slots) {
  // TODO(lab09.4): as in exercise 3, with room for `slots` chunks only: chunk i lies in
  // slot i % slots. The copy in must wait until the chunk that was there before has
  // been copied out: one more event a slot (about 22 lines).
  (void)h_in, (void)h_out, (void)n, (void)chunk, (void)slots;
}

// ---- 5. A graph of many small kernels -----------------------------------------------------------

void step_many(float* d_data, int n, int steps, int repeats) {
  const stream work;
  // TODO(lab09.5): let the stream record `steps` launches (cudaStreamBeginCapture,
  // cudaStreamEndCapture), make the graph ready once (cudaGraphInstantiate), launch it
  // `repeats` times (cudaGraphLaunch), wait, and destroy both (about 14 lines).
  (void)d_data, (void)n, (void)steps, (void)repeats;
}
