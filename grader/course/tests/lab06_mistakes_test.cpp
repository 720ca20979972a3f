// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Lab 06 knows its mistakes by what comes out of them. Here they are made by hand, in the time
// domain, and one message must fit, not its neighbours'.
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "lab06_mistakes.h"

using namespace cudalab;

namespace {

constexpr std::size_t points = 4096, part = points / 2;
constexpr double atol = 1e-3, nothing = std::numeric_limits<double>::quiet_NaN();

/// Numbers without a pattern, in -1 to 1.
std::vector<float> noise(std::size_t count, unsigned state) {
  std::vector<float> made;
  for (std::size_t i = 0; i < count; ++i) {
    state = state * 1664525u + 1013904223u;
    made.push_back(static_cast<float>(state >> 8) / (1 << 23) - 1);
  }
  return made;
}

using pieces = std::size_t (*)(std::size_t segment, std::size_t of_filter);
using storing = double (*)(double before, double made);

std::size_t right_piece(std::size_t segment, std::size_t of_filter) {
  return segment + of_filter;
}
double replace(double, double made) {
  return made;
}

/// A call, and what mistakes make of it.
class example {
public:
  example(std::size_t outputs, std::size_t taps)
      : in_(noise(outputs + taps - 1, 1)), filter_(noise(taps, 2)), outputs_(outputs) {}

  /// The first `kept` of each segment's numbers, one segment after the other. @param apart segments
  std::vector<double> stored(std::size_t kept, storing store, pieces piece = right_piece,
                             std::size_t apart = part) const {
    std::vector<double> out(outputs_, 0.0);
    for (std::size_t first = 0; first < outputs_; first += apart) {
      const std::vector<double> made = segment(first / part, piece);
      for (std::size_t n = 0; n < kept && first + n < outputs_; ++n)
        out[first + n] = store(out[first + n], made[n]);
    }
    return out;
  }
  std::vector<double> right() const { return stored(part, replace); }

  /// Each chunk of so many taps begins so many after the one before.
  std::vector<double> in_chunks(std::size_t chunk, std::size_t step) const {
    std::vector<double> out(outputs_, 0.0);
    for (std::size_t begin = 0; begin < filter_.size(); begin += step)
      for (std::size_t j = begin; j < std::min(begin + chunk, filter_.size()); ++j)
        for (std::size_t i = 0; i < outputs_; ++i)
          out[i] += product(i + j, j);
    return out;
  }

  /// The messages of mistakes that a result fits.
  std::vector<std::string> named(const std::string& function,
                                 const std::vector<double>& got) const {
    grader::test_case one("a case", function);
    one.input("d_in", in_)
        .value("in_len", static_cast<int>(in_.size()))
        .input("d_filter", filter_)
        .value("filter_len", static_cast<int>(filter_.size()))
        .output("d_out", protocol::element_type::float32, outputs_);
    lab06::add_known_mistakes(one, atol);
    std::vector<std::string> fits;
    for (const grader::misconception& each : one.known_mistakes("d_out"))
      if (each.made ? each.made(got) : each.want && is_near(got, each.want()))
        fits.push_back(each.message);
    return fits;
  }

  void must_say(const std::string& function, const std::vector<double>& got,
                const std::string& words) const {
    const auto fits = named(function, got);
    REQUIRE(fits.size() == 1);
    INFO(fits[0]);
    CHECK(fits[0].find(words) != std::string::npos);
  }

private:
  double product(std::size_t input, std::size_t tap) const {
    return input < in_.size() ? static_cast<double>(in_[input]) * static_cast<double>(filter_[tap])
                              : 0;
  }

  /// What the inverse transform gives: one sum for each of the 4,096 numbers.
  std::vector<double> segment(std::size_t number, pieces piece) const {
    std::vector<double> sums(points, 0.0);
    for (std::size_t j = 0; j < filter_.size(); ++j)
      for (std::size_t n = 0; n < points; ++n)
        sums[n] += product(piece(number, j / part) * part + (n + j % part) % points, j);
    return sums;
  }

  static bool is_near(const std::vector<double>& got, const std::vector<double>& want) {
    return std::equal(got.begin(), got.end(), want.begin(), want.end(),
                      [](double a, double b) { return std::abs(a - b) <= atol; });
  }

  std::vector<float> in_, filter_;
  std::size_t outputs_;
};

} // namespace

TEST_CASE("one wrong number is no known mistake") {
  const example one(4200, 40);
  std::vector<double> got = one.right();
  got[part + 5] += 1;
  for (const char* function : {"convolve_fft", "convolve_best", "convolve_large_shared"})
    CHECK(one.named(function, got).empty());
}

TEST_CASE("all 4,096 numbers of a segment are kept, however they are stored") {
  const example one(6300, 40);
  const auto add = [](double before, double made) { return before + made; };
  const auto keep_first = [](double before, double made) { return before == 0 ? made : before; };
  for (const auto& got : {one.stored(points, add), one.stored(points, keep_first),
                          one.stored(points, replace, right_piece, points)})
    one.must_say("convolve_fft", got, "too much of each segment is kept");
}

TEST_CASE("pieces that do not belong together are told apart") {
  const example one(2100, 2100);
  one.must_say("convolve_fft", one.stored(part, replace, [](auto number, auto) { return number; }),
               "X[o] in place of X[o + p]");
  one.must_say("convolve_fft",
               one.stored(part, replace, [](auto, auto of_filter) { return of_filter; }),
               "X[p] in place of X[o + p]");
}

TEST_CASE("a result of which only the beginning was set to 0") {
  constexpr std::size_t outputs = 800;
  const example one(outputs, 40);
  const auto zeroed = [&one](std::size_t elements) {
    std::vector<double> got = one.right();
    std::fill(got.begin() + static_cast<std::ptrdiff_t>(elements), got.end(), nothing);
    return got;
  };
  for (const char* function : {"convolve_fft", "convolve_best"}) {
    one.must_say(function, zeroed(outputs / 4), "only the first quarter of d_out");
    one.must_say(function, zeroed(2), "only the beginning of d_out");
    CHECK(one.named(function, zeroed(outputs / 2)).empty());
  }
}

TEST_CASE("chunks that overlap") {
  const example one(300, 2100);
  one.must_say("convolve_large_shared", one.in_chunks(2048, 256),
               "each begins 256 taps after the one before");
}
