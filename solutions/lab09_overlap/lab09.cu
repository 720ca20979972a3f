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
// BEGIN SOLUTION
// STARTER: // Work through the TODOs in order: lab09.1 to lab09.5. The grader shows how far
// STARTER: // you are.
// The reference solution. The starter is generated from this file: run the target `starters` after
// a change.
// END SOLUTION
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
  // BEGIN SOLUTION
  // STARTER: // TODO(lab09.1): this is right, and the host stands still twice; and none of it is
  // STARTER: // in `stream`. Three operations in the stream, and no wait (about 4 lines to change).
  // STARTER: (void)stream;
  // STARTER: CUDA_CHECK(cudaMemcpy(d_data, h_in, bytes, cudaMemcpyHostToDevice));
  // STARTER: develop<<<blocks_for(n), BLOCK>>>(d_data, n, rounds);
  // STARTER: CUDA_CHECK(cudaGetLastError());
  // STARTER: CUDA_CHECK(cudaMemcpy(h_out, d_data, bytes, cudaMemcpyDeviceToHost));
  CUDA_CHECK(cudaMemcpyAsync(d_data, h_in, bytes, cudaMemcpyHostToDevice, stream));
  develop<<<blocks_for(n), BLOCK, 0, stream>>>(d_data, n, rounds);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaMemcpyAsync(h_out, d_data, bytes, cudaMemcpyDeviceToHost, stream));
  // END SOLUTION
}

// ---- 2. Chunks in several streams ---------------------------------------------------------------

void process_chunks(const float* h_in, float* h_out, int n, int chunks, int rounds) {
  // BEGIN SOLUTION
  // STARTER: // TODO(lab09.2): device memory for all n elements, and three streams. Chunk after
  // STARTER: // chunk to enqueue_job(), in one stream after the other; wait for all of them at the
  // STARTER: // end (about 10 lines).
  // STARTER: (void)h_in, (void)h_out, (void)n, (void)chunks, (void)rounds;
  lab::device_buffer<float> data(static_cast<std::size_t>(n));
  const stream streams[3];
  const int size = (n + chunks - 1) / chunks;
  for (int i = 0; i < chunks; ++i) {
    const int first = std::min(n, i * size), count = std::min(size, n - first);
    if (count > 0)
      enqueue_job(h_in + first, h_out + first, data.data() + first, count, rounds, streams[i % 3]);
  }
  for (const stream& each : streams)
    CUDA_CHECK(cudaStreamSynchronize(each));
  // END SOLUTION
}

// ---- 3. A stream for each stage, and events between them ----------------------------------------

void filter_chunks(const float* h_in, float* h_out, int n, int chunks) {
  // BEGIN SOLUTION
  // STARTER: // TODO(lab09.3): three streams, for copies in, kernels and copies out. A kernel waits
  // STARTER: // for the event that is recorded behind its copy in, a copy out for the one behind
  // STARTER: // its kernel. Level 0 is 0: cudaMemsetAsync (about 20 lines).
  // STARTER: (void)h_in, (void)h_out, (void)n, (void)chunks;
  const std::size_t all = static_cast<std::size_t>(chunks);
  lab::device_buffer<float> data(static_cast<std::size_t>(n)), levels(all + 1);
  const stream in, work, out;
  const std::vector<event> arrived(all), filtered(all);
  const int size = (n + chunks - 1) / chunks;
  CUDA_CHECK(cudaMemsetAsync(levels.data(), 0, sizeof(float), work));
  for (int i = 0; i < chunks; ++i) {
    const int first = std::min(n, i * size), count = std::min(size, n - first);
    if (count == 0)
      break;
    const std::size_t bytes = static_cast<std::size_t>(count) * sizeof(float);
    float* const d_chunk = data.data() + first;
    CUDA_CHECK(cudaMemcpyAsync(d_chunk, h_in + first, bytes, cudaMemcpyHostToDevice, in));
    CUDA_CHECK(cudaEventRecord(arrived[i], in));
    CUDA_CHECK(cudaStreamWaitEvent(work, arrived[i], 0));
    follow<<<blocks_for(count), BLOCK, 0, work>>>(d_chunk, count, levels.data() + i,
                                                  levels.data() + i + 1);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaEventRecord(filtered[i], work));
    CUDA_CHECK(cudaStreamWaitEvent(out, filtered[i], 0));
    CUDA_CHECK(cudaMemcpyAsync(h_out + first, d_chunk, bytes, cudaMemcpyDeviceToHost, out));
  }
  CUDA_CHECK(cudaStreamSynchronize(out));
  // END SOLUTION
}

// ---- 4. A ring of buffers -----------------------------------------------------------------------

void filter_ring(const float* h_in, float* h_out, int n, int chunk, int slots) {
  // BEGIN SOLUTION
  // STARTER: // TODO(lab09.4): as in exercise 3, with room for `slots` chunks only: chunk i lies in
  // STARTER: // slot i % slots. The copy in must wait until the chunk that was there before has
  // STARTER: // been copied out: one more event a slot (about 22 lines).
  // STARTER: (void)h_in, (void)h_out, (void)n, (void)chunk, (void)slots;
  const int chunks = (n + chunk - 1) / chunk;
  const std::size_t ring = static_cast<std::size_t>(slots);
  lab::device_buffer<float> data(ring * static_cast<std::size_t>(chunk)),
      levels(static_cast<std::size_t>(chunks) + 1);
  const stream in, work, out;
  const std::vector<event> arrived(ring), filtered(ring), emptied(ring);
  CUDA_CHECK(cudaMemsetAsync(levels.data(), 0, sizeof(float), work));
  for (int i = 0; i < chunks; ++i) {
    const int slot = i % slots, count = std::min(chunk, n - i * chunk);
    const std::size_t first = static_cast<std::size_t>(i) * static_cast<std::size_t>(chunk);
    const std::size_t bytes = static_cast<std::size_t>(count) * sizeof(float);
    float* const d_chunk = data.data() + slot * chunk;
    CUDA_CHECK(cudaStreamWaitEvent(in, emptied[slot], 0)); // never recorded: nothing to wait for
    CUDA_CHECK(cudaMemcpyAsync(d_chunk, h_in + first, bytes, cudaMemcpyHostToDevice, in));
    CUDA_CHECK(cudaEventRecord(arrived[slot], in));
    CUDA_CHECK(cudaStreamWaitEvent(work, arrived[slot], 0));
    follow<<<blocks_for(count), BLOCK, 0, work>>>(d_chunk, count, levels.data() + i,
                                                  levels.data() + i + 1);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaEventRecord(filtered[slot], work));
    CUDA_CHECK(cudaStreamWaitEvent(out, filtered[slot], 0));
    CUDA_CHECK(cudaMemcpyAsync(h_out + first, d_chunk, bytes, cudaMemcpyDeviceToHost, out));
    CUDA_CHECK(cudaEventRecord(emptied[slot], out));
  }
  CUDA_CHECK(cudaStreamSynchronize(out));
  // END SOLUTION
}

// ---- 5. A graph of many small kernels -----------------------------------------------------------

void step_many(float* d_data, int n, int steps, int repeats) {
  const stream work;
  // BEGIN SOLUTION
  // STARTER: // TODO(lab09.5): let the stream record `steps` launches (cudaStreamBeginCapture,
  // STARTER: // cudaStreamEndCapture), make the graph ready once (cudaGraphInstantiate), launch it
  // STARTER: // `repeats` times (cudaGraphLaunch), wait, and destroy both (about 14 lines).
  // STARTER: (void)d_data, (void)n, (void)steps, (void)repeats;
  cudaGraph_t graph = nullptr;
  CUDA_CHECK(cudaStreamBeginCapture(work, cudaStreamCaptureModeGlobal));
  for (int i = 0; i < steps; ++i) {
    develop<<<blocks_for(n), BLOCK, 0, work>>>(d_data, n, 1);
    CUDA_CHECK(cudaGetLastError());
  }
  CUDA_CHECK(cudaStreamEndCapture(work, &graph));
  cudaGraphExec_t ready = nullptr;
  CUDA_CHECK(cudaGraphInstantiate(&ready, graph, 0));
  for (int i = 0; i < repeats; ++i)
    CUDA_CHECK(cudaGraphLaunch(ready, work));
  CUDA_CHECK(cudaStreamSynchronize(work));
  CUDA_CHECK(cudaGraphExecDestroy(ready));
  CUDA_CHECK(cudaGraphDestroy(graph));
  // END SOLUTION
}
