// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Sums as a mistake makes them: with other inputs, with taps left out or taken several times.
#pragma once

#include <cstddef>
#include <vector>

namespace cudalab::lab06 {

/// Input and filter of a case, for its mistakes.
struct problem {
  std::vector<float> in, filter;
  std::size_t outputs() const { return in.size() - filter.size() + 1; }
};

/// The sum of in[index(i, j)] * filter[j] * times(i, j) over all j; inputs that do not exist are 0.
/// @param times how often tap j is in the sum of output i: a number, or whether it is
template <class Index, class Times>
std::vector<double> sums(const problem& of, Index index, Times times) {
  std::vector<double> out;
  out.reserve(of.outputs());
  const float *in = of.in.data(), *filter = of.filter.data();
  const std::size_t inputs = of.in.size(), taps = of.filter.size();
  for (std::size_t i = 0; i < of.outputs(); ++i) {
    double sum = 0;
    for (std::size_t j = 0; j < taps; ++j) {
      const std::size_t k = index(i, j);
      const auto often = static_cast<double>(times(i, j));
      if (often != 0 && k < inputs)
        sum += often * static_cast<double>(in[k]) * static_cast<double>(filter[j]);
    }
    out.push_back(sum);
  }
  return out;
}

/// The same with each tap once.
template <class Index>
std::vector<double> sums(const problem& of, Index index) {
  return sums(of, index, [](std::size_t, std::size_t) { return 1; });
}

inline std::vector<double> right_sums(const problem& of) {
  return sums(of, [](std::size_t i, std::size_t j) { return i + j; });
}

} // namespace cudalab::lab06
