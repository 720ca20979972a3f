// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Lab 08 in numbers: the same kernel through four clocks, and the stages of a program that copies
// its data from pageable and from pinned memory. The rows measure themselves: the timers are what
// this lab is about.
//
//   ./lab bench lab08
#include <chrono>
#include <string>
#include <vector>

#include "bench.h"
#include "lab/device_buffer.h"
#include "lab08.h"

#include "lab08.cu"

/// Reads and writes each element once, and takes `steps` dependent multiply-adds for it.
__global__ void work(float* data, int n, int steps) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= n)
    return;
  float value = data[i];
  for (int step = 0; step < steps; ++step)
    value = value * 0.999f + 0.001f;
  data[i] = value;
}

std::function<void()> launch_of(float* d_data, int n, int steps) {
  return [=] {
    const int threads = 256;
    work<<<(n + threads - 1) / threads, threads>>>(d_data, n, steps);
  };
}

/// What a program measures that does not wait for the device: the hand-over.
double launch_only_ms(const std::function<void()>& launch) {
  using clock = std::chrono::steady_clock;
  CUDA_CHECK(cudaDeviceSynchronize()); // nothing is queued that the launch would have to wait for
  const clock::time_point begin = clock::now();
  launch();
  const std::chrono::duration<double, std::milli> taken = clock::now() - begin;
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaDeviceSynchronize());
  return taken.count();
}

void tell_clocks(bench::story& story, int n, int steps) {
  lab::device_buffer<float> data(n);
  CUDA_CHECK(cudaMemset(data.data(), 0, data.bytes()));
  const std::function<void()> launch = launch_of(data.data(), n, steps);
  const bench::amount none{};
  const std::string kernel = steps > 64 ? "its multiply-adds, each of which waits for the one "
                                          "before: other warps must fill that time"
                                        : "its loads and stores of 4 bytes a thread";
  const auto least = [&](int exercise, const std::string& kept_by) {
    return bench::statement{exercise,
                            {{"memory", 8.0 * n}, {"fp32", 2.0 * steps * n}, {"launch", 1}},
                            "8 n bytes, 2 n operations for each of " + std::to_string(steps) +
                                " steps",
                            kept_by};
  };
  story.table(
      std::to_string(n) + " numbers, " + std::to_string(steps) + " steps each",
      "between two events",
      {bench::with(bench::self_timed("launch only, no waiting", none,
                                     [=] { return launch_only_ms(launch); }),
                   {0,
                    {{"launch", 1}},
                    "1 launch",
                    "It says how long the host takes to hand a launch over, and nothing of the "
                    "kernel; one that follows others is handed over while they run."}),
       bench::with(bench::self_timed("synchronized", none,
                                     [=] { return double(time_synchronized_ms(launch)); }),
                   least(1, "Besides the kernel (" + kernel +
                                ") it has the launch and the waiting "
                                "of the host in it.")),
       bench::with(bench::self_timed("between two events", none,
                                     [=] { return double(time_events_ms(launch)); }),
                   least(2, "The kernel: " + kernel +
                                "; and the first event ends before the "
                                "kernel has come to the device.")),
       bench::with(bench::self_timed("median of 9 after 2", none,
                                     [=] { return double(time_median_ms(launch, 2, 9)); }),
                   least(3, "As between two events: " + kernel + "."))});
}

void tell_stages(bench::story& story, int n) {
  const std::vector<float> input(static_cast<size_t>(n), 1.0f);
  std::vector<float> output(static_cast<size_t>(n));
  const bench::amount copied{double(n) * sizeof(float), 0};
  const bench::amount both{2 * copied.bytes, 0}; // the kernel reads and writes
  const auto stage = [&, n](host_memory kind, float stage_times::*part) {
    return [&, n, kind, part] {
      const stage_times all = time_stages(input.data(), output.data(), n, kind,
                                          [=](float* d_data) { launch_of(d_data, n, 1)(); });
      return double(all.*part);
    };
  };
  std::vector<bench::row> rows;
  for (const auto& [kind, name] : {std::pair{host_memory::pageable, std::string("pageable")},
                                   std::pair{host_memory::pinned, std::string("pinned")}}) {
    const std::string kept_by =
        kind == host_memory::pinned
            ? "Nothing but the link, and some microseconds before the first byte."
            : "The driver copies each part from or to pinned memory of its own: a copy by the "
              "host, which is slower than the link.";
    const auto both_ways = [&](const char* link) {
      return bench::statement{4, {{link, copied.bytes}}, "4 n bytes", kept_by};
    };
    rows.push_back(bench::with(bench::self_timed("copy in, " + name + " memory", copied,
                                                 stage(kind, &stage_times::copy_in_ms)),
                               both_ways("link_in")));
    rows.push_back(bench::with(bench::self_timed("copy out, " + name + " memory", copied,
                                                 stage(kind, &stage_times::copy_out_ms)),
                               both_ways("link_out")));
  }
  rows.push_back(bench::with(
      bench::self_timed("the kernel between", both,
                        stage(host_memory::pinned, &stage_times::kernel_ms)),
      {4,
       {{"memory", both.bytes}, {"launch", 1}},
       "8 n bytes",
       "It runs once, between two events: the time until it has begun is part of its time."}));
  story.table("copies of " + std::to_string(copied.bytes / 1e6).substr(0, 5) + " MB",
              "copy in, pageable memory", std::move(rows));
}

int main(int argc, char** argv) {
  bench::story story(argc, argv, "Lab 08: how long does it take?");
  if (bench::emulated) {
    tell_clocks(story, 4096, 4);
    tell_stages(story, 4096);
    story.remark("Each clock makes the same kernel run, the median eleven times.");
    return story.end();
  }
  tell_clocks(story, 1 << 24, 1);
  tell_clocks(story, 1 << 24, 4096);
  tell_stages(story, 1 << 24);
  story.remark("The launch alone takes the same few microseconds however long the kernel runs.");
  return story.end();
}
