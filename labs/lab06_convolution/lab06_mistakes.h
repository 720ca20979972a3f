// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Outputs that come out of well-known mistakes. When a wrong result is one of them, the student
/// reads which mistake it was.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "grader/cases/convolution.h"
#include "grader/compare/compare.h"

namespace cudalab::lab06 {

using grader::test_case;

/// Input and filter of a case, for its mistakes.
struct problem {
  std::vector<float> in, filter;
  std::size_t outputs() const { return in.size() - filter.size() + 1; }
};

/// The sum of in[index(i, j)] * filter[j] over all j with taken(i, j); inputs that do not exist are
/// 0.
template <class Index, class Taken>
std::vector<double> sums(const problem& of, Index index, Taken taken) {
  std::vector<double> out(of.outputs(), 0.0);
  for (std::size_t i = 0; i < out.size(); ++i)
    for (std::size_t j = 0; j < of.filter.size(); ++j) {
      const std::size_t k = index(i, j);
      if (taken(i, j) && k < of.in.size())
        out[i] += static_cast<double>(of.in[k]) * static_cast<double>(of.filter[j]);
    }
  return out;
}

/// What comes out of exercise 6, with parts of 2,048 taps, where the filter's transform is not
/// conjugated: inputs n - j in place of n + j, round the end of the 4,096 that a segment takes.
inline std::vector<double> not_conjugated(const problem& of) {
  constexpr std::size_t points = 4096, part = points / 2;
  return sums(
      of,
      [](std::size_t i, std::size_t j) {
        return (i / part + j / part) * part + (i % part + points - j % part) % points;
      },
      [](std::size_t, std::size_t) { return true; });
}

/// The transforms of `want` were not divided by their number of points, whichever it is.
inline bool not_divided(const std::vector<double>& got, const std::vector<double>& want,
                        double atol) {
  for (double points = 128; points <= 65536; points *= 2)
    if (std::equal(got.begin(), got.end(), want.begin(), [&](double made, double right) {
          return std::abs(made / points - right) <= 2 * atol;
        }))
      return *std::max_element(want.begin(), want.end()) > 4 * atol;
  return false;
}

inline void add_transform_mistakes(test_case& one, const std::shared_ptr<problem>& of,
                                   double atol) {
  one.known_mistake(
      "d_out",
      {"every output is as many times too large as the transforms have points",
       {},
       [of, atol](const std::vector<double>& got) {
         const auto forwards = [](std::size_t i, std::size_t j) { return i + j; };
         return not_divided(got, sums(*of, forwards, [](auto, auto) { return true; }), atol);
       },
       "Forward and back gives each number that many times: divide by the number of points where "
       "you store."});
  one.known_mistake(
      "d_out", {"the filter's transform was not conjugated: the filter runs backwards, and round "
                "the end of the inputs of a segment",
                [of] { return not_conjugated(*of); },
                {},
                "Multiply the input's transform by the conjugate of the filter's: its imaginary "
                "parts change their sign."});
}

/// Call this on a case that has its arguments.
/// @param atol the allowed error of an output
inline void add_known_mistakes(test_case& one, double atol) {
  const auto floats = [&one](std::size_t argument) {
    const auto values = grader::values_of(one.content(argument), protocol::element_type::float32);
    return std::vector<float>(values.begin(), values.end());
  };
  const auto of = std::make_shared<problem>(problem{floats(0), floats(2)});
  const std::size_t taps = of->filter.size();
  const auto forwards = [](std::size_t i, std::size_t j) { return i + j; };
  // `group`: the same mistake in other cases, where the message has numbers of this one.
  const auto add = [&](const std::string& message, std::function<std::vector<double>()> made,
                       const std::string& group = "") {
    one.known_mistake("d_out", {message, std::move(made), {}, "", "known_mistake", group});
  };
  const auto only = [&](const std::string& message, auto taken, const std::string& group = "") {
    add(
        message, [of, forwards, taken] { return sums(*of, forwards, taken); }, group);
  };

  if (one.call().function == "convolve_fft")
    add_transform_mistakes(one, of, atol);

  add("the filter is applied backwards: filter[filter_len - 1 - j] in place of filter[j]. That is "
      "what mathematics calls convolution; this lab, like the article, computes the correlation",
      [of] {
        problem reversed = *of;
        std::reverse(reversed.filter.begin(), reversed.filter.end());
        return sums(
            reversed, [](auto i, auto j) { return i + j; }, [](auto, auto) { return true; });
      });
  if (of->outputs() > 1)
    add("the last output, i = in_len - filter_len, is missing, as in the article: there are in_len "
        "- "
        "filter_len + 1 outputs, and the last one is where the filter ends with the input",
        [of, forwards] {
          auto out = sums(*of, forwards, [](auto, auto) { return true; });
          out.back() = -std::numeric_limits<double>::infinity(); // nobody writes it
          return out;
        });
  add("each output uses the inputs one place further: in[i + j + 1]", [of] {
    return sums(
        *of, [](auto i, auto j) { return i + j + 1; }, [](auto, auto) { return true; });
  });
  if (taps > 1) {
    only("the last tap, j = filter_len - 1, is missing from the sum",
         [taps](std::size_t, std::size_t j) { return j + 1 < taps; });
    only("the first tap, j = 0, is missing from the sum",
         [](std::size_t, std::size_t j) { return j > 0; });
  }
  for (const std::size_t chunk : {256, 64, 128, 512, 1024, 2048, 4096}) {
    if (taps <= chunk)
      continue;
    if (taps % chunk != 0)
      only(
          fmt::format("the last, partial chunk of the filter is missing from the sum: {} taps are "
                      "{} chunks of {}, rounded up",
                      taps, (taps + chunk - 1) / chunk, chunk),
          [=](std::size_t, std::size_t j) { return j < taps / chunk * chunk; },
          fmt::format("last chunk of {}", chunk));
    only(
        fmt::format("only the first chunk of the filter is in the sum: {} of {} taps", chunk, taps),
        [=](std::size_t, std::size_t j) { return j < chunk; },
        fmt::format("first chunk of {}", chunk));
    only(fmt::format("only the last chunk of the filter is in the sum ({} taps a chunk): the sum "
                     "must be set to 0 once, before the first chunk",
                     chunk),
         [=](std::size_t, std::size_t j) { return j / chunk == (taps - 1) / chunk; });
  }
  if (taps > 4)
    add("the taps of a group of four are all multiplied with the inputs of the first of them: "
        "output "
        "r of a thread and tap t of the group need window[... + t + r]",
        [of] {
          return sums(
              *of, [](std::size_t i, std::size_t j) { return i + j - j % 4; },
              [](auto, auto) { return true; });
        });
  for (const std::size_t block : {128, 256, 512})
    only(fmt::format("the halo is missing: an output uses only inputs that its own block of {} has "
                     "loaded; the last thread needs {} more to its right, two block widths in all",
                     block, block - 1),
         [=](std::size_t i, std::size_t j) { return i % block + j % block < block; });
}

} // namespace cudalab::lab06
