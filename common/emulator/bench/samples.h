// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Repeated measurements, and the lines by which the benchmark's programs tell each other of them:
/// "NAME MEDIAN SMALLEST LARGEST".
#pragma once

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <functional>
#include <string>
#include <vector>

namespace bench {

/// Whether to measure the time that all threads of the process spent on processors, rather than
/// that which passed: other programs change it less.
inline bool processor_time = false;

inline double milliseconds(const std::function<void()>& work) {
  const auto now = [] {
    timespec at{};
    clock_gettime(processor_time ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC, &at);
    return static_cast<double>(at.tv_sec) * 1e3 + static_cast<double>(at.tv_nsec) / 1e6;
  };
  const double begin = now();
  work();
  return now() - begin;
}

struct summary {
  double median = 0, smallest = 0, largest = 0;
};

inline summary summarise(std::vector<double> samples) {
  std::sort(samples.begin(), samples.end());
  return {samples[samples.size() / 2], samples.front(), samples.back()};
}

/// Once to warm up, then `runs` times.
inline summary measure(int runs, const std::function<void()>& work) {
  work();
  std::vector<double> samples;
  for (int i = 0; i < runs; ++i)
    samples.push_back(milliseconds(work));
  return summarise(std::move(samples));
}

inline void print_line(const std::string& name, const summary& of) {
  std::printf("%s %.6f %.6f %.6f\n", name.c_str(), of.median, of.smallest, of.largest);
  std::fflush(stdout);
}

} // namespace bench
