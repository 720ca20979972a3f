// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Lab 09 in numbers: the same array in one stream, in chunks, through stages joined by events and
// through a ring; and many small kernels, one by one and as a graph. Each byte counts once in and
// once out.
//
//   ./lab bench lab09
#include <algorithm>
#include <string>
#include <vector>

#include "bench.h"
#include "lab/device_buffer.h"
#include "lab09.h"

#include "lab09.cu"

class pinned_floats {
public:
  explicit pinned_floats(size_t n) {
    CUDA_CHECK(cudaMallocHost(reinterpret_cast<void**>(&memory_), n * sizeof(float)));
  }
  ~pinned_floats() { CUDA_CHECK_NOEXCEPT(cudaFreeHost(memory_)); }
  pinned_floats(const pinned_floats&) = delete;
  pinned_floats& operator=(const pinned_floats&) = delete;
  float* data() const { return memory_; }

private:
  float* memory_ = nullptr;
};

/// A row whose work waits for its own end.
bench::row waiting(const std::string& name, bench::amount does, std::function<void()> work) {
  bench::row made{name, does, std::move(work)};
  made.clock = bench::clock::host;
  return made;
}

/// What the copies alone take: their bytes a second are the bound.
bench::row copy_alone(const std::string& name, float* to, const float* from, int n,
                      cudaMemcpyKind kind) {
  const double bytes = double(n) * sizeof(float);
  return waiting(name, {bytes, 0}, [=] { CUDA_CHECK(cudaMemcpy(to, from, size_t(bytes), kind)); });
}

void tell_overlap(bench::story& story, int n, int chunks, int rounds) {
  const pinned_floats in{size_t(n)}, out{size_t(n)};
  std::fill(in.data(), in.data() + n, 1.0f);
  lab::device_buffer<float> data{size_t(n)};
  const stream only;
  const bench::amount both{2.0 * n * sizeof(float), 0};
  const std::string cut = " in " + std::to_string(chunks) + " chunks";
  const int chunk = (n + chunks - 1) / chunks;
  float *const h_in = in.data(), *const h_out = out.data(), *const d_data = data.data();
  story.table(
      std::to_string(n) + " floats, a kernel of " + std::to_string(rounds) + " rounds",
      "one stream, with develop()",
      {waiting("one stream, with develop()", both,
               [&] {
                 enqueue_job(h_in, h_out, d_data, n, rounds, only);
                 CUDA_CHECK(cudaStreamSynchronize(only));
               }),
       waiting("process_chunks," + cut, both,
               [=] { process_chunks(h_in, h_out, n, chunks, rounds); }),
       waiting("filter_chunks," + cut, both, [=] { filter_chunks(h_in, h_out, n, chunks); }),
       waiting("filter_ring, 4 slots," + cut, both, [=] { filter_ring(h_in, h_out, n, chunk, 4); }),
       copy_alone("a copy in alone", d_data, h_in, n, cudaMemcpyHostToDevice),
       copy_alone("a copy out alone", h_out, d_data, n, cudaMemcpyDeviceToHost)});
}

void tell_graph(bench::story& story, int n, int steps, int repeats) {
  lab::device_buffer<float> data{size_t(n)};
  CUDA_CHECK(cudaMemset(data.data(), 0, data.bytes()));
  const stream only;
  float* const d_data = data.data();
  story.table(std::to_string(steps * repeats) + " kernels of " + std::to_string(n) + " threads",
              "one by one",
              {waiting("one by one", {},
                       [&] {
                         for (int i = 0; i < steps * repeats; ++i)
                           develop<<<blocks_for(n), BLOCK, 0, only>>>(d_data, n, 1);
                         CUDA_CHECK(cudaGetLastError());
                         CUDA_CHECK(cudaStreamSynchronize(only));
                       }),
               waiting("step_many, a graph of " + std::to_string(steps), {},
                       [=] { step_many(d_data, n, steps, repeats); })});
}

int main(int argc, char** argv) {
  bench::story story(argc, argv, "Lab 09: copies and kernels at once");
  if (bench::emulated) {
    tell_overlap(story, 4096, 4, 1);
    tell_graph(story, 256, 4, 2);
    story.remark("Without a GPU nothing is timed: ./lab run lab09 shows timelines by a model.");
    return story.end();
  }
  tell_overlap(story, 1 << 26, 32, 256);
  tell_graph(story, 1 << 10, 50, 50);
  story.remark("The longer of the two copies is the bound of all that overlap, where the kernels "
               "are shorter.");
  return story.end();
}
