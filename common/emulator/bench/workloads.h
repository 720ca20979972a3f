// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What the benchmark computes: the same five things as plain C, as CUDA kernels and as OpenCL
/// kernels. Inputs are small integers, so that all sums are exact and results must be equal.
#pragma once

#include <array>
#include <cstddef>
#include <cstring>
#include <vector>

namespace bench {

inline constexpr int tile = 16, block = 256, filter = 128;

/// `n`: the width of a square (matrix products, stencil), or the number of elements.
struct workload {
  const char* name;
  int n;
  int small_n; ///< for what is too slow by far for n
  bool two_dimensional;

  bool is(const char* other) const { return std::strcmp(name, other) == 0; }
  std::size_t cells(int size) const {
    return two_dimensional ? static_cast<std::size_t>(size) * size : static_cast<std::size_t>(size);
  }
  std::size_t first_input(int size) const { return cells(size) + (is("convolution") ? filter : 0); }
  std::size_t second_input(int size) const { return is("convolution") ? filter : cells(size); }
  std::size_t output(int size) const { return is("reduction") ? cells(size) / block : cells(size); }
};

/// In all of them n is a multiple of the block's size.
inline constexpr std::array<workload, 5> workloads = {{{"tiled", 256, 64, true},
                                                       {"naive", 256, 64, true},
                                                       {"convolution", 1 << 16, 1 << 11, false},
                                                       {"reduction", 1 << 20, 1 << 14, false},
                                                       {"stencil", 1024, 128, true}}};

inline std::vector<float> numbers(std::size_t count, int modulus) {
  std::vector<float> made(count);
  for (std::size_t i = 0; i < count; ++i)
    made[i] = static_cast<float>(i % static_cast<std::size_t>(modulus));
  return made;
}

/// One thread, no tricks: what a reader would write. `a`, `b` and `out` as workload says.
void run_plain(const workload& what, const float* a, const float* b, float* out, int n);

} // namespace bench

// On the emulated device, with device pointers; they do not wait for the end.
namespace fast {
void run(const bench::workload& what, const float* a, const float* b, float* out, int n);
void run_empty_kernel();
} // namespace fast
namespace checked {
void run(const bench::workload& what, const float* a, const float* b, float* out, int n);
void run_empty_kernel();
} // namespace checked
