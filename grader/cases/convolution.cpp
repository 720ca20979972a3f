// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/cases/convolution.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <numeric>
#include <stdexcept>

namespace cudalab::grader {

namespace {

/// Above this many multiply-adds the whole result is not computed (about 0.1 s).
constexpr double largest_whole_result = 1e8;
constexpr std::size_t row_length = 512;
constexpr std::size_t sampled_rows = 4;
constexpr std::size_t sums_a_row = 2;
/// Inputs for each tap, at least, where a run of zeros makes one output 0: it must be written, too.
constexpr std::size_t zeros_of_inputs = 8;
constexpr double two_pi = 6.283185307179586;

struct signals {
  std::vector<float> in, filter;
  std::size_t outputs() const { return in.size() - filter.size() + 1; }
};

/// Complex numbers as two arrays: sums over them are several times faster that way.
struct complexes {
  std::vector<double> re, im;
};

/// [k] = z^k: by angles that are exact to a rounding, not by repeated products.
complexes powers_of(double angle, std::size_t count) {
  complexes powers{std::vector<double>(count), std::vector<double>(count)};
  for (std::size_t k = 0; k < count; ++k) {
    const double turned = std::fmod(angle * static_cast<double>(k), two_pi);
    powers.re[k] = std::cos(turned);
    powers.im[k] = std::sin(turned);
  }
  return powers;
}

/// [k] = the sum of powers[n] * in[n] over n < k.
complexes prefix_sums(const std::vector<float>& in, const complexes& powers) {
  complexes sums{std::vector<double>(in.size() + 1), std::vector<double>(in.size() + 1)};
  for (std::size_t k = 0; k < in.size(); ++k) {
    const double value = in[k];
    sums.re[k + 1] = sums.re[k] + powers.re[k] * value;
    sums.im[k + 1] = sums.im[k] + powers.im[k] * value;
  }
  return sums;
}

/// [j] = filter[j] * z^-j.
complexes turned_back(const std::vector<float>& filter, const complexes& powers) {
  complexes taps{std::vector<double>(filter.size()), std::vector<double>(filter.size())};
  for (std::size_t j = 0; j < filter.size(); ++j) {
    taps.re[j] = powers.re[j] * static_cast<double>(filter[j]);
    taps.im[j] = -powers.im[j] * static_cast<double>(filter[j]);
  }
  return taps;
}

/// Adds the sum over j of taps[j] * (sums[last + j] - sums[first + j]). Several sums side by side
/// do not wait for each other.
void add_taps(const complexes& taps, const complexes& sums, std::size_t first, std::size_t last,
              double& re, double& im) {
  constexpr std::size_t lanes = 4;
  std::array<double, lanes> lane_re{}, lane_im{};
  for (std::size_t j = 0; j < taps.re.size(); j += lanes)
    for (std::size_t lane = 0; lane < lanes && j + lane < taps.re.size(); ++lane) {
      const std::size_t at = j + lane;
      const double sum_re = sums.re[last + at] - sums.re[first + at];
      const double sum_im = sums.im[last + at] - sums.im[first + at];
      lane_re[lane] += taps.re[at] * sum_re - taps.im[at] * sum_im;
      lane_im[lane] += taps.re[at] * sum_im + taps.im[at] * sum_re;
    }
  re += std::accumulate(lane_re.begin(), lane_re.end(), 0.0);
  im += std::accumulate(lane_im.begin(), lane_im.end(), 0.0);
}

row_oracle rows_of(random_source& random, const std::shared_ptr<signals>& data, double atol) {
  const std::size_t rows = (data->outputs() + row_length - 1) / row_length;
  row_oracle oracle;
  oracle.sampled_rows = {0, rows - 1};
  while (oracle.sampled_rows.size() < sampled_rows)
    oracle.sampled_rows.push_back(
        static_cast<std::size_t>(random.integer(0, static_cast<int>(rows) - 1)));
  std::vector<double> angles;
  for (std::size_t k = 0; k < sums_a_row; ++k)
    angles.push_back(two_pi * static_cast<double>(random.uniform(0, 1)));
  oracle.row = [data](std::size_t row) {
    const std::size_t last = std::min((row + 1) * row_length, data->outputs());
    return convolution(data->in, data->filter, row * row_length, last);
  };
  // Errors of random signs add up like a random walk.
  const double tolerance = std::sqrt(static_cast<double>(row_length)) * atol;
  oracle.suspicious_rows = [data, angles, tolerance](const std::vector<double>& got) {
    return suspicious_convolution_rows(data->in, data->filter, got, row_length, angles, tolerance);
  };
  return oracle;
}

} // namespace

std::vector<double> convolution(const std::vector<float>& in, const std::vector<float>& filter,
                                std::size_t first, std::size_t last) {
  std::vector<double> out(last - first, 0.0);
  for (std::size_t j = 0; j < filter.size(); ++j) {
    const double tap = filter[j];
    const float* from = in.data() + first + j;
    for (std::size_t i = 0; i < out.size(); ++i)
      out[i] += tap * static_cast<double>(from[i]);
  }
  return out;
}

std::vector<std::size_t>
suspicious_convolution_rows(const std::vector<float>& in, const std::vector<float>& filter,
                            const std::vector<double>& out, std::size_t row_length,
                            const std::vector<double>& angles, double tolerance) {
  const std::size_t rows = (out.size() + row_length - 1) / row_length;
  std::vector<bool> suspicious(rows, false);
  for (const double angle : angles) {
    const complexes powers = powers_of(angle, in.size());
    const complexes sums = prefix_sums(in, powers);
    const complexes taps = turned_back(filter, powers);
    for (std::size_t row = 0; row < rows; ++row) {
      const std::size_t first = row * row_length, last = std::min(first + row_length, out.size());
      double re = 0, im = 0;
      for (std::size_t i = first; i < last; ++i) {
        re -= powers.re[i] * out[i];
        im -= powers.im[i] * out[i];
      }
      add_taps(taps, sums, first, last, re, im);
      if (!(std::hypot(re, im) <= tolerance)) // also when it is NaN
        suspicious[row] = true;
    }
  }
  std::vector<std::size_t> result;
  for (std::size_t row = 0; row < rows; ++row)
    if (suspicious[row])
      result.push_back(row);
  return result;
}

test_case convolution_case(random_source& random, const std::string& name,
                           const std::string& function, int in_len, int filter_len,
                           std::size_t block, double atol) {
  const auto data = std::make_shared<signals>();
  data->in = random.floats(static_cast<std::size_t>(in_len));
  data->filter = random.floats(static_cast<std::size_t>(filter_len));
  if (data->filter.size() * zeros_of_inputs < data->in.size())
    std::fill_n(data->in.begin() + 1, data->filter.size(), 0.0f);
  const std::size_t outputs = data->outputs();
  const bool whole = static_cast<double>(outputs) * filter_len <= largest_whole_result;
  expectation wanted;
  wanted.atol = atol;
  wanted.shape = {1, outputs, 1, block};
  if (!whole) {
    if (outputs % row_length != 0)
      throw std::logic_error("a large convolution without a multiple of 512 outputs");
    wanted.shape = {outputs / row_length, row_length, 0, 0};
    wanted.rows = rows_of(random, data, atol);
  }
  test_case result(name, function);
  result.input("d_in", data->in)
      .value("in_len", in_len)
      .input("d_filter", data->filter)
      .value("filter_len", filter_len)
      .output("d_out", protocol::element_type::float32, outputs)
      .expect("d_out", [data, wanted, whole] {
        expectation made = wanted;
        if (whole)
          made.want = convolution(data->in, data->filter, 0, data->outputs());
        return made;
      });
  return result;
}

} // namespace cudalab::grader
