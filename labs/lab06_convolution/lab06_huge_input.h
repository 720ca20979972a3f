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

/// "outputs 601 to 900 use"
inline std::string users_in_words(const huge_input& shape) {
  const std::size_t first = shape.place + 1 > shape.taps ? shape.place + 1 - shape.taps : 0;
  return first == shape.place ? fmt::format("output {} uses", first)
                              : fmt::format("outputs {} to {} use", first, shape.place);
}

/// Outputs that do not use the huge input are wrong, among them one next to those that use it, or
/// the error can only come from it; those that use it are right but for its rounding. (What spreads
/// over many others is is_spread().)
inline bool reaches_others(const std::vector<double>& got, const std::vector<double>& want,
                           const huge_input& shape) {
  constexpr double its_rounding = 0.01 * static_cast<double>(huge_input::value); // of many sums
  const auto uses_it = [&](std::size_t i) {
    return i <= shape.place && shape.place < i + shape.taps;
  };
  bool reached = false;
  for (std::size_t i = 0; i < got.size(); ++i) {
    const double error = std::abs(got[i] - want[i]);
    if (!(error <= its_rounding)) // also when it is NaN
      return false;
    if (uses_it(i) || error <= huge_input::tolerance)
      continue;
    reached = reached || error > huge_input::spread || uses_it(i + 1) || (i > 0 && uses_it(i - 1));
  }
  return reached && !is_spread(got, want);
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
           "one input is huge (1e30), and many outputs that do not use it are wrong as well: its "
           "rounding errors have spread to them",
           {},
           [want](const std::vector<double>& got) { return is_spread(got, want); },
           "Exercise 5 adds up all products, each to its own output. A Fourier transform (it "
           "belongs into convolve_fft) mixes all inputs. So does a number that others share, such "
           "as a mean, a first input or a running total, which is subtracted from inputs or sums "
           "and added again, or the other way round: in float 1e30 + x - 1e30 is 0, and not x."})
      .known_mistake(
          "d_out",
          {"huge_input_in_other_sums",
           fmt::format("one input is huge (1e30, at index {}), and outputs that do not use it are "
                       "wrong as well: only {} it",
                       place, users_in_words(shape)),
           {},
           [want, shape](const std::vector<double>& got) {
             return reaches_others(got, want, shape);
           },
           "Does it get into a number that others share, such as a mean, an offset or a running "
           "total that is added to or subtracted from their sums? In float 1e30 + x - 1e30 is 0, "
           "and not x. Let each output's sum hold its own products and nothing else."});
  return one;
}

} // namespace cudalab::lab06
