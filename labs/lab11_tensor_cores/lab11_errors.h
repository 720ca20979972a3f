// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What precision costs, as a picture for the report: how many bits of the product of floats are
/// right when the factors are rounded to each type, and in the student's own results.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "grader/lab.h"
#include "grader/pictures/bar_data.h"
#include "lab11_cases.h"

namespace cudalab::lab11 {

/// -log2 of the largest error, in parts of the largest element.
inline double right_bits(const std::vector<double>& got, const std::vector<double>& exact) {
  double error = 0, largest = 0;
  for (std::size_t i = 0; i < exact.size(); ++i) {
    error = std::max(error, std::abs(got[i] - exact[i]));
    largest = std::max(largest, std::abs(exact[i]));
  }
  return error > 0 && std::isfinite(error) ? std::max(0.0, std::log2(largest / error)) : 0;
}

inline factors factors_in(const test_case& one) {
  const auto value = [&](std::size_t argument) {
    return static_cast<int>(
        std::get<protocol::scalar_argument>(one.call().arguments[argument]).value);
  };
  return {{value(3), value(4), value(5)}, one.floats(0), one.floats(1)};
}

inline std::vector<double> numbers_of(const std::vector<std::byte>& bytes) {
  std::vector<float> numbers(bytes.size() / sizeof(float));
  std::memcpy(numbers.data(), bytes.data(), numbers.size() * sizeof(float));
  return {numbers.begin(), numbers.end()};
}

/// Of the last case: the largest.
inline nlohmann::json precision_picture(const std::vector<grader::finished_case>& cases) {
  if (cases.empty() || cases.back().outputs == nullptr)
    return nlohmann::json::array();
  const factors of = factors_in(cases.back().one);
  const std::vector<double> exact = of.product(of.m, of.n);
  std::vector<grader::bar> all;
  for (const number_format& each : {of_bfloat16, of_half, of_tf32})
    all.push_back({"factors rounded to " + each.name,
                   {right_bits(of.product(rounded(each, of.m), rounded(each, of.n)), exact)},
                   {}});
  all.push_back({"your " + cases.back().one.function(),
                 {right_bits(numbers_of(cases.back().outputs->at("d_P")), exact)},
                 {}});
  return nlohmann::json::array({grader::bar_data(
      {"What precision costs", "bits that are right in every element of P", {"bits"}, true, all})});
}

} // namespace cudalab::lab11
