// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// How much slower than plain C loops the emulated device is: a tiled matrix product, compiled fast
/// and checked, all in one run. The figures are medians, with the smallest and the largest.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>

#include <cuda_runtime.h>

#include "emulator/emulator.h"
#include "tiled_matmul.h"

namespace {

constexpr int width = 256;
constexpr std::size_t bytes = std::size_t{width} * width * sizeof(float);

[[gnu::noinline]] void plain_matmul(const float* M, const float* N, float* P) {
  for (int i = 0; i < width; ++i)
    for (int j = 0; j < width; ++j) {
      float sum = 0;
      for (int k = 0; k < width; ++k)
        sum += M[i * width + k] * N[k * width + j];
      P[i * width + j] = sum;
    }
}

double seconds(const std::function<void()>& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

void print(const char* what, std::vector<double> samples, const char* unit) {
  std::sort(samples.begin(), samples.end());
  std::printf("%-28s %9.3f %s   (%.3f to %.3f)\n", what, samples[samples.size() / 2], unit,
              samples.front(), samples.back());
}

float* device_copy(const std::vector<float>& host) {
  float* device = nullptr;
  if (cudaMalloc(&device, bytes) != cudaSuccess ||
      cudaMemcpy(device, host.data(), bytes, cudaMemcpyHostToDevice) != cudaSuccess)
    std::exit(1);
  return device;
}

} // namespace

int main(int argc, char** argv) {
  using cudalab::emulator::observation;
  const int runs = argc > 1 ? std::atoi(argv[1]) : 7;
  std::vector<float> M(width * width), N(width * width), expected(width * width),
      got(width * width);
  for (std::size_t i = 0; i < M.size(); ++i) {
    M[i] = static_cast<float>(i % 7);
    N[i] = static_cast<float>(i % 5);
  }
  float *d_M = device_copy(M), *d_N = device_copy(N), *d_P = device_copy(got);
  bool wrong = false;
  const auto compare = [&] {
    cudaMemcpy(got.data(), d_P, bytes, cudaMemcpyDeviceToHost);
    wrong = wrong || got != expected; // small integers: sums are exact
    cudaMemset(d_P, 0xff, bytes);
  };
  const auto checked_run = [&](observation what) {
    cudalab::emulator::observe(what);
    const double time = seconds([&] { checked::tiled_matmul(d_M, d_N, d_P, width); });
    cudalab::emulator::observe(observation::none);
    compare();
    return time;
  };

  std::vector<double> plain, fast, clean, traffic, fast_ratio, clean_ratio, traffic_ratio;
  for (int run = -1; run < runs; ++run) { // the first one warms up
    const double c = seconds([&] { plain_matmul(M.data(), N.data(), expected.data()); });
    const double f = seconds([&] { fast::tiled_matmul(d_M, d_N, d_P, width); });
    compare();
    const double x = checked_run(observation::clean);
    const double t = checked_run(observation::traffic);
    if (run < 0)
      continue;
    plain.push_back(c * 1e3);
    fast.push_back(f * 1e3);
    clean.push_back(x * 1e3);
    traffic.push_back(t * 1e3);
    fast_ratio.push_back(f / c);
    clean_ratio.push_back(x / c);
    traffic_ratio.push_back(t / c);
  }
  std::printf("tiled matrix product, W=%d, %d runs: median (smallest to largest)\n", width, runs);
  print("plain C, one thread", plain, "ms");
  print("fast build", fast, "ms");
  print("checked build, clean", clean, "ms");
  print("checked build, traffic", traffic, "ms");
  print("fast / plain", fast_ratio, "x ");
  print("checked clean / plain", clean_ratio, "x ");
  print("checked traffic / plain", traffic_ratio, "x ");
  if (wrong || cudaGetLastError() != cudaSuccess)
    std::printf("WRONG RESULT\n");
  return wrong ? 1 : 0;
}
