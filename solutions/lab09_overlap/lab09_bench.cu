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
  const std::string link = kind == cudaMemcpyHostToDevice ? "link_in" : "link_out";
  return bench::with(
      waiting(name, {bytes, 0}, [=] { CUDA_CHECK(cudaMemcpy(to, from, size_t(bytes), kind)); }),
      {0, {{link, bytes}}, "4 n bytes", "To compare with: nothing but the link.", link});
}

/// What a job needs at least: the link in both directions at once.
bench::statement least(int exercise, double n, int rounds, const std::string& kept_by) {
  return {exercise,
          {{"link_in", 4 * n},
           {"link_out", 4 * n},
           {"memory", 16 * n},
           {"fp32", 2 * n * rounds},
           {"launch", 1}},
          "4 n bytes in and 4 n bytes out at the same time; 16 n bytes of device memory; 2 n "
          "operations a round",
          kept_by};
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
      {bench::with(waiting("one stream, with develop()", both,
                           [&] {
                             enqueue_job(h_in, h_out, d_data, n, rounds, only);
                             CUDA_CHECK(cudaStreamSynchronize(only));
                           }),
                   least(1, n, rounds,
                         "Copy in, kernel and copy out wait for each other, so that one direction "
                         "of the link always rests.")),
       bench::with(waiting("process_chunks," + cut, both,
                           [=] { process_chunks(h_in, h_out, n, chunks, rounds); }),
                   least(2, n, rounds,
                         "The first chunk in and the last one out have nothing beside them; both "
                         "directions at once are slower than one alone; and memory and streams are "
                         "made in each call.")),
       bench::with(
           waiting("filter_chunks," + cut, both, [=] { filter_chunks(h_in, h_out, n, chunks); }),
           least(3, n, 1, "The same, and events that one stream waits for in another.")),
       bench::with(waiting("filter_ring, 4 slots," + cut, both,
                           [=] { filter_ring(h_in, h_out, n, chunk, 4); }),
                   least(4, n, 1,
                         "The same; besides, a chunk may come in only when a slot's last chunk is "
                         "out.")),
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
              {bench::with(waiting("one by one", {},
                                   [&] {
                                     for (int i = 0; i < steps * repeats; ++i)
                                       develop<<<blocks_for(n), BLOCK, 0, only>>>(d_data, n, 1);
                                     CUDA_CHECK(cudaGetLastError());
                                     CUDA_CHECK(cudaStreamSynchronize(only));
                                   }),
                           {0,
                            {{"launch", double(steps) * repeats}, {"memory", 8.0 * n}},
                            "a launch for each kernel",
                            "Nothing but the launches: each kernel is over in less time than the "
                            "next launch takes."}),
               bench::with(waiting("step_many, a graph of " + std::to_string(steps), {},
                                   [=] { step_many(d_data, n, steps, repeats); }),
                           {5,
                            {{"graph", double(steps) * repeats}, {"memory", 8.0 * n}},
                            "a kernel of a graph for each step",
                            "Each kernel loads and stores before the next one may begin, which "
                            "empty ones do not; and the graph is made anew in each call."})});
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
