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
#include "lab06_index_mistakes.h"
#include "lab06_sums.h"
#include "lab06_transform_mistakes.h"

namespace cudalab::lab06 {

using grader::test_case;

/// Relative error of an output: of one with a huge input it decides.
inline constexpr double rounding = 1e-4;

/// The first `bytes` bytes of an output were set to 0, and then all of it was added to: what lies
/// further on holds no number.
inline bool so_much_zeroed(const problem& of, std::size_t bytes, const std::vector<double>& got,
                           double atol) {
  const std::vector<double> right = right_sums(of);
  const std::size_t whole = bytes / sizeof(float);
  for (std::size_t i = 0; i < got.size(); ++i) {
    const bool partly = i == whole && bytes % sizeof(float) != 0; // may be a huge number
    const double allowed = atol + rounding * std::abs(right[i]);
    if (i < whole ? !(std::abs(got[i] - right[i]) <= allowed) : !partly && std::isfinite(got[i]))
      return false;
  }
  return true;
}

/// Of functions whose blocks may add to an output together.
inline void add_zeroing_mistakes(test_case& one, const std::shared_ptr<problem>& of, double atol) {
  const auto add = [&](const std::string& form, const std::string& how_much, std::size_t bytes,
                       const std::string& next) {
    std::function<bool(const std::vector<double>&)> made;
    if (bytes / sizeof(float) >= 2) // else it spoils the case, too, but does not show there
      made = [of, bytes, atol](const std::vector<double>& got) {
        return so_much_zeroed(*of, bytes, got, atol);
      };
    one.known_mistake("d_out", {"only_a_part_zeroed",
                                "only " + how_much +
                                    " of d_out was set to 0 before the sums were added to it; the "
                                    "rest holds no numbers",
                                {},
                                made,
                                next,
                                form});
  };
  add("quarter", "the first quarter", of->outputs(),
      "cudaMemset and cudaMemsetAsync count bytes: outputs * sizeof(float).");
  add("pointer", "the beginning", sizeof(float*),
      "sizeof(d_out) is the size of a pointer, 8 bytes. The array has outputs * sizeof(float).");
}

/// Tap j is in the sum as often as it is in one of the chunks 0, step, 2 step, ...
inline bool chunks_overlap(const problem& of, std::size_t step, std::size_t chunk,
                           const std::vector<double>& got, double atol) {
  const std::vector<double> made = sums(
      of, [](std::size_t i, std::size_t j) { return i + j; },
      [=](std::size_t, std::size_t j) {
        return j < chunk ? j / step + 1 : j / step - (j - chunk) / step;
      });
  const double allowed = atol * static_cast<double>(chunk / step);
  return std::equal(got.begin(), got.end(), made.begin(),
                    [=](double one, double other) { return std::abs(one - other) <= allowed; });
}

/// Exercise 4: the loop over the chunks goes on by fewer taps than a chunk has.
inline void add_overlapping_chunks(test_case& one, const std::shared_ptr<problem>& of,
                                   double atol) {
  for (const std::size_t step : {256, 128, 512})
    one.known_mistake(
        "d_out",
        {"chunks_overlap",
         fmt::format("the chunks overlap: each begins {} taps after the one before, and has more, "
                     "so that most taps are added several times",
                     step),
         {},
         [of, step, atol](const std::vector<double>& got) {
           return of->filter.size() > step && (chunks_overlap(*of, step, 1024, got, atol) ||
                                               chunks_overlap(*of, step, 2048, got, atol) ||
                                               chunks_overlap(*of, step, 4096, got, atol));
         },
         "The loop over the chunks goes on by the chunk's size: chunk += LARGE_CHUNK. Steps of "
         "BLOCK are right only where the threads load a chunk.",
         fmt::format("steps of {}", step)});
}

inline std::shared_ptr<problem> problem_of(const test_case& one) {
  return std::make_shared<problem>(problem{one.floats(0), one.floats(2)});
}

/// Call this on a case that has its arguments.
/// @param atol the allowed error of an output
inline void add_known_mistakes(test_case& one, double atol) {
  const auto of = problem_of(one);
  const std::size_t taps = of->filter.size();
  const auto forwards = [](std::size_t i, std::size_t j) { return i + j; };
  const auto add = [&](const std::string& id, const std::string& message,
                       std::function<std::vector<double>()> made, const std::string& form = "") {
    one.known_mistake("d_out", {id, message, std::move(made), {}, "", form});
  };
  const auto only = [&](const std::string& id, const std::string& message, auto taken,
                        const std::string& form = "") {
    add(
        id, message, [of, forwards, taken] { return sums(*of, forwards, taken); }, form);
  };

  const std::string& function = one.function();
  if (function == "convolve_fft")
    add_transform_mistakes(one, of, atol);
  if (function == "convolve_fft" || function == "convolve_best")
    add_zeroing_mistakes(one, of, atol);
  if (function == "convolve_large_shared")
    add_overlapping_chunks(one, of, atol);
  add_index_mistakes(one, of);

  add("filter_backwards",
      "the filter is applied backwards: filter[filter_len - 1 - j] in place of filter[j]. That is "
      "what mathematics calls convolution; this lab, like the article, computes the correlation",
      [of] {
        problem reversed = *of;
        std::reverse(reversed.filter.begin(), reversed.filter.end());
        return right_sums(reversed);
      });
  add("last_output_missing",
      "the last output, i = in_len - filter_len, is missing, as in the article: there are "
      "in_len - filter_len + 1 outputs, and the last one is where the filter ends with the input",
      [of] {
        auto out = right_sums(*of);
        out.back() = -std::numeric_limits<double>::infinity(); // nobody writes it
        return out;
      });
  add("one_input_further", "each output uses the inputs one place further: in[i + j + 1]",
      [of] { return sums(*of, [](auto i, auto j) { return i + j + 1; }); });
  only("last_tap_missing", "the last tap, j = filter_len - 1, is missing from the sum",
       [taps](std::size_t, std::size_t j) { return j + 1 < taps; });
  only("first_tap_missing", "the first tap, j = 0, is missing from the sum",
       [](std::size_t, std::size_t j) { return j > 0; });
  for (const std::size_t chunk : {256, 64, 128, 512, 1024, 2048, 4096}) {
    const std::string form = fmt::format("chunks of {}", chunk);
    if (taps % chunk != 0) {
      std::function<std::vector<double>()> made;
      if (taps > chunk) // else all sums are 0, as they are by many mistakes
        made = [of, forwards, whole = taps / chunk * chunk] {
          return sums(*of, forwards, [=](std::size_t, std::size_t j) { return j < whole; });
        };
      add("partial_chunk_missing",
          fmt::format("the last, partial chunk of the filter is missing from the sum: {} / {}, "
                      "rounded up, is {}",
                      taps, chunk, (taps + chunk - 1) / chunk),
          made, form);
    }
    if (taps <= chunk)
      continue;
    only(
        "only_first_chunk",
        fmt::format("only the first chunk of the filter is in the sum: {} of {} taps", chunk, taps),
        [=](std::size_t, std::size_t j) { return j < chunk; }, form);
    only(
        "only_last_chunk",
        fmt::format("only the last chunk of the filter is in the sum ({} taps a chunk): the sum "
                    "must be set to 0 once, before the first chunk{}",
                    chunk,
                    function == "convolve_best" ? ", and blocks that share the filter must add "
                                                  "their sums in d_out (atomicAdd), not store them"
                                                : ""),
        [=](std::size_t, std::size_t j) { return j / chunk == (taps - 1) / chunk; }, form);
  }
  if (taps > 1)
    add("four_taps_on_one_window",
        "the taps of a group of four are all multiplied with the inputs of the first of them: "
        "output "
        "r of a thread and tap t of the group need window[... + t + r]",
        [of] { return sums(*of, [](std::size_t i, std::size_t j) { return i + j - j % 4; }); });
  for (const std::size_t block : {128, 256, 512})
    only(
        "halo_missing",
        fmt::format("the halo is missing: an output uses only inputs that its own block of {} has "
                    "loaded; the last thread needs {} more to its right, two block widths in all",
                    block, block - 1),
        [=](std::size_t i, std::size_t j) { return i % block + j % block < block; },
        fmt::format("blocks of {}", block));
}

} // namespace cudalab::lab06
