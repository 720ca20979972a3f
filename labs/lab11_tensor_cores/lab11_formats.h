// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The types of numbers that lab 11 multiplies, as the grader sees them: how each rounds, and the
/// bits of those of 16.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace cudalab::lab11 {

struct number_format {
  std::string name; ///< "half", as C++ calls it
  int fraction_bits = 0, least_exponent = 0;
  bool packed = false; ///< two of them are handed over in a word
};

inline const number_format of_half{"half", 10, -14, true};
inline const number_format of_bfloat16{"__nv_bfloat16", 7, -126, true};
inline const number_format of_tf32{"TensorFloat-32", 10, -126};
inline const number_format of_float{"float", 23, -126};

/// What lies between neighbouring numbers at `x`.
inline double spacing(const number_format& of, double x) {
  const int exponent = x == 0 ? of.least_exponent : std::max(std::ilogb(x), of.least_exponent);
  return std::ldexp(1.0, exponent - of.fraction_bits);
}

/// To the nearest. (Ties of TensorFloat-32 go away from 0, of the others to the even one.)
inline float rounded(const number_format& of, float x) {
  const double unit = spacing(of, x), units = x / unit;
  return static_cast<float>((of.name == of_tf32.name ? std::round(units) : std::nearbyint(units)) *
                            unit);
}

/// Whether it lies half way between two numbers: either of them is the nearest.
inline bool is_tie(const number_format& of, float x) {
  const double units = x / spacing(of, x);
  return std::abs(units - std::trunc(units)) == 0.5;
}

inline float cut_off(const number_format& of, float x) {
  const double unit = spacing(of, x);
  return static_cast<float>(std::trunc(x / unit) * unit);
}

template <class Function>
std::vector<float> each_of(const std::vector<float>& numbers, const Function& function) {
  std::vector<float> all(numbers.size());
  std::transform(numbers.begin(), numbers.end(), all.begin(), function);
  return all;
}

inline std::vector<float> rounded(const number_format& of, const std::vector<float>& numbers) {
  return each_of(numbers, [&](float x) { return rounded(of, x); });
}

/// What rounding leaves, rounded.
inline std::vector<float> small_parts(const number_format& of, const std::vector<float>& numbers) {
  return each_of(numbers, [&](float x) { return rounded(of, x - rounded(of, x)); });
}

/// Of a number that the format holds. Neither infinite nor NaN.
inline std::uint32_t bits_of(const number_format& of, float x) {
  std::uint32_t bits = 0;
  std::memcpy(&bits, &x, sizeof bits);
  if (of.name == of_bfloat16.name)
    return bits >> 16;
  const double size = std::abs(static_cast<double>(x));
  const std::uint32_t sign = (bits >> 31) << 15;
  const int exponent =
      size == 0 ? of.least_exponent : std::max(std::ilogb(size), of.least_exponent);
  // In units of the last place: below 2^10 it is denormal, and its exponent's field 0.
  const auto units =
      static_cast<std::uint32_t>(size / std::ldexp(1.0, exponent - of.fraction_bits));
  const auto field = static_cast<std::uint32_t>(exponent - of.least_exponent);
  return sign | ((field << of.fraction_bits) + units);
}

/// Two numbers in a word, the first in its lower half.
inline std::vector<int> packed(const number_format& of, const std::vector<float>& numbers) {
  std::vector<int> words(numbers.size() / 2);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::uint32_t word = bits_of(of, numbers[2 * i]) | bits_of(of, numbers[2 * i + 1]) << 16;
    std::memcpy(&words[i], &word, sizeof word);
  }
  return words;
}

} // namespace cudalab::lab11
