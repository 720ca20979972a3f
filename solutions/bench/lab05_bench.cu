// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Measures lab 05's steps: the given tree, the reference's four sums, the library CUB where the
// toolkit has it, and the device's own copy. Prints GB/s (each number counted once), how many times
// faster than the given tree, and the part of CUB's speed.
//
//   nvcc -O3 -std=c++17 -arch=native -Icommon -Ilabs/lab05_reduction -o lab05_bench
//        solutions/bench/lab05_bench.cu && ./lab05_bench [LOG2_OF_N...]
//
// All contenders take turns, so that what drifts meets them alike: the median of the rounds stands
// with the smallest and the largest. Small arrays are taken from all over 4 GiB, so that no cache
// holds them.
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "../lab05_reduction/lab05.cu"
#include "lab/device_buffer.h"
#include "lab/timer.h"

#if __has_include(<cub/device/device_reduce.cuh>)
#include <cub/device/device_reduce.cuh>
#define WITH_CUB 1
#endif

namespace given {
#include "lab05_baseline.cu"
}

namespace {

constexpr size_t all_numbers = size_t(1) << 30;
constexpr int rounds = 15;
constexpr double sample_ms = 3; // at least; the first round finds how many calls that is

using sum_function = std::function<void(const int* d_in, int* d_out, int n)>;

struct contender {
  std::string name;
  sum_function call;
  int calls = 1; // in a sample
  std::vector<double> ms;
};

int number_at(size_t i) {
  return int(i % 15) - 7; // all partial sums of 2^30 of them stay inside an int
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

std::vector<contender> contenders() {
  std::vector<contender> all = {{"given tree", given::sum_tree},
                                {"2 sum_tree", sum_tree},
                                {"3 sum_two_per_thread", sum_two_per_thread},
                                {"4 sum_shuffle", sum_shuffle},
                                {"5 sum_grid_stride", sum_grid_stride}};
#ifdef WITH_CUB
  all.push_back({"cub::DeviceReduce::Sum", [](const int* d_in, int* d_out, int n) {
                   static lab::device_buffer<char> scratch(size_t(64) << 20);
                   size_t bytes = scratch.size();
                   CUDA_CHECK(cub::DeviceReduce::Sum(scratch.data(), bytes, d_in, d_out, n));
                 }});
#endif
  return all;
}

/// One sample: `calls` calls, each on the next part of the numbers. @return milliseconds of a call
double sample(contender& who, const int* d_all, int* d_out, int n, size_t& part) {
  lab::event_timer timer;
  timer.start();
  for (int i = 0; i < who.calls; ++i) {
    who.call(d_all + part * n, d_out, n);
    part = (part + 1) % (all_numbers / n);
  }
  return timer.stop() / who.calls;
}

void check_result(contender& who, const int* d_all, int* d_out, int n, int right) {
  CUDA_CHECK(cudaMemset(d_out, 0xff, sizeof(int)));
  who.call(d_all, d_out, n);
  int got = 0;
  CUDA_CHECK(cudaMemcpy(&got, d_out, sizeof(int), cudaMemcpyDeviceToHost));
  if (got != right) {
    std::fprintf(stderr, "%s: %d is wrong, %d is right\n", who.name.c_str(), got, right);
    std::exit(1);
  }
}

void measure(const int* d_all, int* d_out, int n) {
  int right = 0;
  for (size_t i = 0; i < size_t(n); ++i)
    right += number_at(i);
  std::vector<contender> all = contenders();
  size_t part = 0;
  for (contender& who : all) {
    check_result(who, d_all, d_out, n, right);
    who.calls = 5;
    who.calls = std::max(5, int(1 + sample_ms / sample(who, d_all, d_out, n, part)));
  }
  for (int round = 0; round < rounds; ++round)
    for (contender& who : all)
      who.ms.push_back(sample(who, d_all, d_out, n, part));

  const double tree = median(all.front().ms);
  const double cub = all.back().name.rfind("cub", 0) == 0 ? median(all.back().ms) : 0;
  std::printf("\n%d numbers (%.0f MiB)\n%-24s %9s %21s %8s %8s %8s\n", n, 4.0 * n / (1 << 20), "",
              "ms", "smallest to largest", "GB/s", "x tree", "of CUB");
  for (const contender& who : all) {
    const double ms = median(who.ms);
    const auto ends = std::minmax_element(who.ms.begin(), who.ms.end());
    std::printf("%-24s %9.4f %10.4f %10.4f %8.0f %8.2f", who.name.c_str(), ms, *ends.first,
                *ends.second, 4.0 * n / ms / 1e6, tree / ms);
    std::printf(cub > 0 ? " %8.3f\n" : "        -\n", cub / ms);
  }
}

/// Bytes read and written together, a second.
double copy_bandwidth(lab::device_buffer<int>& numbers) {
  const size_t bytes = size_t(512) << 20;
  std::vector<double> ms;
  for (int i = 0; i < 10; ++i) {
    lab::event_timer timer;
    timer.start();
    CUDA_CHECK(cudaMemcpyAsync(numbers.data() + bytes / sizeof(int), numbers.data(), bytes,
                               cudaMemcpyDeviceToDevice, nullptr));
    ms.push_back(timer.stop());
  }
  return 2.0 * bytes / (median(ms) / 1e3);
}

} // namespace

int main(int count, char** arguments) {
  std::vector<int> exponents;
  for (int i = 1; i < count; ++i)
    exponents.push_back(std::atoi(arguments[i]));
  if (exponents.empty())
    exponents = {22, 24, 26, 28};

  cudaDeviceProp device{};
  CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
  std::vector<int> some(size_t(15) << 20); // a multiple of the pattern's length
  for (size_t i = 0; i < some.size(); ++i)
    some[i] = number_at(i);
  lab::device_buffer<int> numbers(all_numbers), out(1);
  for (size_t at = 0; at < all_numbers; at += some.size())
    CUDA_CHECK(cudaMemcpy(numbers.data() + at, some.data(),
                          std::min(some.size(), all_numbers - at) * sizeof(int),
                          cudaMemcpyHostToDevice));
  for (const int exponent : exponents)
    measure(numbers.data(), out.data(), 1 << exponent);
  std::printf("\n%s, copy on the device: %.0f GB/s, read and written\n", device.name,
              copy_bandwidth(numbers) / 1e9);
}
