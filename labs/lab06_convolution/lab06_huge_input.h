// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// A call that tells sums of products from products of transforms. One input is 1e30. In a sum of
/// products the outputs that do not use it do not feel it; a transform spreads its rounding errors
/// over a whole segment.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "grader/cases/convolution.h"
#include "grader/test_case.h"

namespace cudalab::lab06 {

struct huge_input {
  std::size_t taps, outputs, place;

  static constexpr float value = 1e30f;     ///< times a tap no infinity, times a filled-up 0 no NaN
  static constexpr double rounding = 1e-4;  ///< of a sum, relative to `value` where it is in it
  static constexpr double tolerance = 1e-3; ///< of sums without it, which are about 10
  static constexpr double spread = 1e15;    ///< an error that only `value` can have left
};

/// Transforms are tempting where there are thousands of taps, or hundreds and thousands of outputs;
/// how many is the student's choice: of taps the last one has as many as a grading has, and only
/// its first output uses the input.
inline constexpr huge_input huge_inputs[] = {
    {300, 1500, 900}, {2100, 600, 200}, {700, 4200, 2500}, {160, 9300, 5000}, {65'600, 4, 0}};

/// The error is rounding of the huge input, also in outputs that do not use it.
inline bool is_spread(const std::vector<double>& got, const std::vector<double>& want) {
  std::size_t reached = 0;
  for (std::size_t i = 0; i < got.size(); ++i) {
    const double error = std::abs(got[i] - want[i]);
    if (!(error <=
          huge_input::rounding * static_cast<double>(huge_input::value))) // also when it is NaN
      return false;
    reached += std::abs(want[i]) < huge_input::spread && error > huge_input::spread;
  }
  return reached > got.size() / 10;
}

inline grader::test_case huge_input_case(grader::random_source& random, const std::string& function,
                                         const huge_input& shape) {
  const auto [taps, outputs, place] = shape;
  std::vector<float> in = random.floats(outputs + taps - 1), filter = random.floats(taps);
  in[place] = huge_input::value;
  const std::vector<double> want = grader::convolution(in, filter, 0, outputs);
  grader::test_case one(
      fmt::format("{}, {} outputs, {} taps, one input 1e30", function, outputs, taps), function);
  one.input("d_in", in)
      .value("in_len", static_cast<int>(in.size()))
      .input("d_filter", filter)
      .value("filter_len", static_cast<int>(taps))
      .output("d_out", protocol::element_type::float32, outputs)
      .expect(
          "d_out",
          [want] {
            return grader::expectation{
                want, huge_input::tolerance, huge_input::rounding, {1, want.size(), 1, 256}, {}};
          })
      .known_mistake(
          "d_out",
          {"rounding_spread",
           "one input is huge (1e30), and outputs that do not use it are wrong as well: its "
           "rounding errors have spread over a whole segment, as in a Fourier transform",
           {},
           [want](const std::vector<double>& got) { return is_spread(got, want); },
           "Exercise 5 adds up all products, each to its own output; transforms belong into "
           "convolve_fft."});
  return one;
}

} // namespace cudalab::lab06
