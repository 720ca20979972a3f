// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Outputs that come out of wrong indices: of the input and the filter, of what a chunk loads, and
/// of unrolled loops.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "grader/test_case.h"
#include "lab06_sums.h"

namespace cudalab::lab06 {

using problem_pointer = std::shared_ptr<problem>;

/// Adds mistakes of one case.
class index_mistakes {
public:
  index_mistakes(grader::test_case& one, problem_pointer of) : one_(one), of_(std::move(of)) {}

  /// @param made empty: it says nothing of this case
  void add(const std::string& id, const std::string& message, const std::string& next,
           std::function<std::vector<double>()> made, const std::string& form = "") {
    one_.known_mistake("d_out", {id, message, std::move(made), {}, next, form});
  }
  /// The same, of sums with more terms than the right ones: they round more.
  void add_rounded(const std::string& id, const std::string& message, const std::string& next,
                   const std::function<std::vector<double>()>& made, const std::string& form) {
    one_.known_mistake("d_out", {id,
                                 message,
                                 {},
                                 [made](const std::vector<double>& got) {
                                   constexpr double rounding = 1e-4;
                                   const std::vector<double> sums = made();
                                   return std::equal(got.begin(), got.end(), sums.begin(),
                                                     sums.end(), [](double one, double other) {
                                                       return std::abs(one - other) <=
                                                              rounding * (1 + std::abs(other));
                                                     });
                                 },
                                 next,
                                 form});
  }
  template <class Index, class Times>
  void sum(const std::string& id, const std::string& message, const std::string& next, Index index,
           Times times, const std::string& form = "") {
    add(
        id, message, next, [of = of_, index, times] { return sums(*of, index, times); }, form);
  }
  template <class Index>
  void sum(const std::string& id, const std::string& message, const std::string& next, Index index,
           const std::string& form = "") {
    add(
        id, message, next, [of = of_, index] { return sums(*of, index); }, form);
  }

  const problem_pointer& of() const { return of_; }
  std::size_t taps() const { return of_->filter.size(); }

private:
  grader::test_case& one_;
  problem_pointer of_;
};

inline std::size_t right_input(std::size_t i, std::size_t j) {
  return i + j;
}

/// Of all functions that add up products.
inline void add_product_mistakes(index_mistakes& to) {
  const std::string formula = "Output i is the sum of in[i + j] * filter[j] over all j.";
  to.sum("inputs_of_output_0", "every output is the first one: the inputs do not depend on i",
         formula, [](std::size_t, std::size_t j) { return j; });
  to.sum("one_input_only", "each output uses one input only, in[i], for all taps", formula,
         [](std::size_t i, std::size_t) { return i; });
  to.sum("last_product_only",
         "only the last product is in the sum, that of j = filter_len - 1: the others are "
         "overwritten",
         "Add each product to a variable that is 0 before the loop (sum += ...), and store it "
         "after the loop.",
         right_input, [taps = to.taps()](std::size_t, std::size_t j) { return j + 1 == taps; });
}

/// What a block of `block` outputs loads wrongly for a chunk of as many taps.
inline void add_load_mistakes(index_mistakes& to, std::size_t block) {
  const std::string form = fmt::format("blocks of {}", block);
  const auto second_half = [block](std::size_t i, std::size_t j) {
    return i % block + j % block >= block;
  };
  to.sum(
      "inputs_of_thread_0",
      fmt::format("all outputs of a block of {} are that of its first thread: the inputs do not "
                  "depend on threadIdx.x",
                  block),
      "Thread tid uses the inputs from s_in[tid] on: s_in[tid + j].",
      [block](std::size_t i, std::size_t j) { return i / block * block + j; }, form);
  to.sum(
      "input_stands_still",
      "the filter moves on from chunk to chunk, and the input does not: each chunk of taps is "
      "multiplied with the inputs of the first one",
      "A chunk that begins with tap `chunk` needs the inputs from i + chunk on.",
      [block](std::size_t i, std::size_t j) { return i + j % block; }, form);
  to.sum(
      "halo_is_first_half",
      fmt::format("the halo holds the block's own {} inputs once more, in place of the {} that "
                  "follow them",
                  block, block),
      "The second load of a thread is `block` inputs further on, in the input as in s_in: "
      "s_in[tid + BLOCK] = in[i + chunk + BLOCK].",
      [block, second_half](std::size_t i, std::size_t j) {
        return second_half(i, j) ? i + j - block : i + j;
      },
      form);
  to.sum(
      "input_compared_with_taps",
      "inputs from filter_len on count as 0: an index into the input is compared with the "
      "number of taps",
      "An index into the input is compared with in_len.", right_input,
      [taps = to.taps(), second_half](std::size_t i, std::size_t j) {
        return i + j < taps || second_half(i, j);
      },
      form);
  for (const bool both : {false, true})
    to.sum(
        "loaded_for_own_output",
        "inputs are missing from the last outputs: threads that have no output load nothing",
        "A thread without an output loads for the others: in a load only the place in the input "
        "is compared with in_len. The question i <= in_len - filter_len is for the store.",
        right_input,
        [=, outputs = to.of()->outputs()](std::size_t i, std::size_t j) {
          const std::size_t place = i % block + j % block;
          const std::size_t loader = i / block * block + place % block;
          return loader < outputs || (!both && place >= block);
        },
        form + (both ? ", both" : ", one"));
}

/// The filter's chunk is the first one again and again, or each thread uses its own tap.
inline void add_tap_mistakes(index_mistakes& to, std::size_t block) {
  const std::string form = fmt::format("blocks of {}", block);
  const problem_pointer of = to.of();
  const auto with_taps = [of, block](auto tap_of) {
    return [of, block, tap_of] {
      std::vector<double> out;
      const std::size_t taps = of->filter.size(), inputs = of->in.size();
      for (std::size_t i = 0; i < of->outputs(); ++i) {
        double sum = 0;
        for (std::size_t j = 0; j < (taps + block - 1) / block * block; ++j)
          if (const std::size_t tap = tap_of(i, j); tap < taps && i + j < inputs)
            sum += static_cast<double>(of->in[i + j]) * static_cast<double>(of->filter[tap]);
        out.push_back(sum);
      }
      return out;
    };
  };
  to.add_rounded(
      "tap_of_own_thread",
      "each thread multiplies all inputs with one tap of the chunk, s_filter[tid]",
      "All threads use the same tap in the same round: s_filter[j].",
      with_taps([block](std::size_t i, std::size_t j) { return j / block * block + i % block; }),
      form);
  const std::string first_again =
      "all chunks have the taps of the first one: the filter does not move on";
  const std::string next =
      "The chunk begins with tap `chunk`: s_filter[tid] = filter[chunk + tid].";
  to.add_rounded("first_taps_again", first_again, next,
                 with_taps([block](std::size_t, std::size_t j) { return j % block; }), form);
  to.add_rounded("first_taps_again", first_again, next,
                 with_taps([block, taps = to.taps()](std::size_t, std::size_t j) {
                   return j < taps ? j % block : taps;
                 }),
                 form + ", compared");
}

/// Of loops that are unrolled by hand, or take several taps in a round.
inline void add_unrolling_mistakes(index_mistakes& to) {
  const std::size_t taps = to.taps();
  for (const std::size_t copies : {2, 4, 8, 16, 32}) {
    const std::string form = fmt::format("{} at a time", copies);
    if (taps % copies != 0) {
      std::function<std::vector<double>()> made;
      if (taps > copies) // else the sums are 0, as they are by many mistakes
        made = [of = to.of(), whole = taps / copies * copies] {
          return sums(*of, right_input, [=](std::size_t, std::size_t j) { return j < whole; });
        };
      to.add(
          "rest_of_taps_missing",
          fmt::format("the last {} of {} taps are missing from the sum: the loop takes {} in a "
                      "round, and what is left over is not added",
                      taps % copies, taps, copies),
          "Is there a second loop for what is left over, or are there zeros behind the last tap?",
          made, form);
    }
    to.sum(
        "same_tap_again",
        fmt::format("of {} taps that belong to one round the first is in the sum each time, and "
                    "the others never",
                    copies),
        "Copy k of the line needs input i + j + k and tap j + k.", right_input,
        [=](std::size_t, std::size_t j) {
          return j % copies == 0 ? static_cast<double>(copies) : 0.0;
        },
        form);
  }
}

/// Of threads that make several neighbouring outputs from a window in registers.
inline void add_window_mistakes(index_mistakes& to) {
  for (const std::size_t outputs : {4, 8, 16, 32})
    to.sum(
        "window_not_filled",
        fmt::format("of every {} outputs the first ones miss their first products: the window "
                    "holds zeros before the first tap",
                    outputs),
        fmt::format("Before the loop a thread that makes {} outputs loads its first {} inputs.",
                    outputs, outputs - 1),
        right_input,
        [outputs](std::size_t i, std::size_t j) { return i % outputs + j + 1 >= outputs; },
        fmt::format("{} outputs", outputs));
}

inline void add_index_mistakes(grader::test_case& one, const problem_pointer& of) {
  index_mistakes to(one, of);
  const std::string& function = one.function();
  if (function == "convolve_fft")
    return;
  add_product_mistakes(to);
  add_unrolling_mistakes(to);
  if (function == "convolve_best")
    add_window_mistakes(to);
  const bool chunks = function == "convolve_shared" || function.rfind("convolve_unrolled", 0) == 0;
  for (const std::size_t block : {128, 256, 512})
    if (chunks) {
      add_load_mistakes(to, block);
      add_tap_mistakes(to, block);
    }
}

} // namespace cudalab::lab06
