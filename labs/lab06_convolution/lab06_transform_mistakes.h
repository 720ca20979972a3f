// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Outputs that come out of well-known mistakes in exercise 6: overlap-save with transforms of
/// 4,096 points and parts of 2,048 taps, as README.md describes it.
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

#include "grader/test_case.h"
#include "lab06_sums.h"

namespace cudalab::lab06 {

inline constexpr std::size_t points = 4096, part = points / 2;

/// What the inverse transform gives at place(i) of an output segment: its parts' circular sums over
/// the input pieces from piece(i / part, j / part) * part on.
/// @param place of output i's number among the 4,096
template <class Place, class Piece>
std::vector<double> circular_sums(const problem& of, Place place, Piece piece) {
  return sums(of, [=](std::size_t i, std::size_t j) {
    return piece(i / part, j / part) * part + (place(i) + j % part) % points;
  });
}

inline std::size_t same_place(std::size_t i) {
  return i % part;
}

inline std::size_t right_piece(std::size_t segment, std::size_t of_filter) {
  return segment + of_filter;
}

/// Inputs n - j in place of n + j.
inline std::vector<double> not_conjugated(const problem& of) {
  return sums(of, [](std::size_t i, std::size_t j) {
    return (i / part + j / part) * part + (i % part + points - j % part) % points;
  });
}

/// The right outputs with those added to them that a part's further 2,048 taps make: the next
/// part's, where zeros should be.
inline std::vector<double> not_padded(const problem& of) {
  std::vector<double> out = right_sums(of);
  const std::vector<double> more = sums(
      of,
      [](std::size_t i, std::size_t j) {
        return (i / part + j / part - 1) * part + (i % part + part + j % part) % points;
      },
      [](std::size_t, std::size_t j) { return j >= part; });
  std::transform(out.begin(), out.end(), more.begin(), out.begin(), std::plus<>());
  return out;
}

/// The transforms of `want` were not divided by their number of points, whichever it is.
inline bool not_divided(const std::vector<double>& got, const std::vector<double>& want,
                        double atol) {
  for (double divisor = 128; divisor <= 65536; divisor *= 2)
    if (std::equal(got.begin(), got.end(), want.begin(), [&](double made, double right) {
          return std::abs(made / divisor - right) <= 2 * atol;
        }))
      return true;
  return false;
}

/// All 4,096 numbers of a segment are taken for outputs. Then an output of the next segment is this
/// segment's or its own, whichever is stored last (or at all, where the next segment begins 4,096
/// outputs further on), or the sum of both.
inline bool all_points_kept(const problem& of, const std::vector<double>& got, double atol) {
  if (of.outputs() <= part)
    return false;
  const std::vector<double> right = right_sums(of);
  const std::vector<double> before = circular_sums(
      of, [](std::size_t i) { return part + i % part; },
      [](std::size_t segment, std::size_t of_filter) { return segment + of_filter - 1; });
  const auto near = [&](std::size_t i, double value) { return std::abs(got[i] - value) <= atol; };
  bool either = true, added = true;
  for (std::size_t i = 0; i < got.size(); ++i) {
    const bool spoilt = i >= part; // by the segment before
    either = either && (near(i, right[i]) || (spoilt && near(i, before[i])));
    added = added && near(i, right[i] + (spoilt ? before[i] : 0));
  }
  return either || added;
}

/// Outputs as transforms of `size` points make them where a segment keeps `kept` outputs, and a
/// part has so many taps.
inline std::vector<double> kept_of_circular(const problem& of, std::size_t size, std::size_t kept,
                                            std::size_t taps) {
  return sums(of, [=](std::size_t i, std::size_t j) {
    return i / kept * kept + j / taps * taps + (i % kept + j % taps) % size;
  });
}

/// The last outputs of each segment are sums that went round the end of the transform, whatever its
/// size, and all others are right. The first wrong one tells how many taps a part has, and the next
/// right one how many outputs a segment keeps. (A segment that keeps all of them is not meant.)
inline bool ends_go_round(const problem& of, const std::vector<double>& got, double atol) {
  const std::vector<double> right = right_sums(of);
  const auto near = [&](const std::vector<double>& made, std::size_t i) {
    return std::abs(got[i] - made[i]) <= 2 * atol;
  };
  std::size_t first = 0;
  while (first < got.size() && near(right, first))
    ++first;
  std::size_t kept = first;
  while (kept < got.size() &&
         !(near(right, kept) && kept + 1 < got.size() && near(right, kept + 1)))
    ++kept;
  if (kept == got.size())
    return false;
  for (std::size_t size = 256; size <= 16384; size *= 2) {
    if (first >= size || kept >= size || size - first + 1 > of.filter.size())
      continue;
    const std::vector<double> made = kept_of_circular(of, size, kept, size - first + 1);
    std::size_t i = 0;
    while (i < got.size() && near(made, i))
      ++i;
    if (i == got.size())
      return true;
  }
  return false;
}

/// For large cases, which have no other mistakes: vague, so that it speaks against none of them.
inline void add_ends_going_round(grader::test_case& one, const std::shared_ptr<problem>& of,
                                 double atol) {
  grader::misconception ends{
      "segment_ends_go_round",
      "the last outputs of each segment are wrong, as their sums went round the end of the "
      "transform: a segment keeps too many outputs for so many taps",
      {},
      [of, atol](const std::vector<double>& got) { return ends_go_round(*of, got, atol); },
      "Of 4,096 points a part of L taps makes the first 4,096 - L + 1 right, and the others go "
      "round the end: outputs of a segment and taps of a part may be 4,097 together, and no more. "
      "How many have yours? (2,048 each, in README.md.)"};
  ends.vague = true;
  one.known_mistake("d_out", ends);
}

/// The last one of an odd number of segments was not made: of two that share a transform, it has no
/// partner. Vague, so that it speaks against no other mistake in large cases, which have none.
inline void add_odd_segment(grader::test_case& one, const std::shared_ptr<problem>& of) {
  const std::size_t outputs = of->outputs(), segments = (outputs + part - 1) / part;
  if (segments == 1 || segments % 2 == 0)
    return;
  grader::misconception odd{
      "odd_segment_missing",
      fmt::format("the last one of {} segments of 2,048 outputs is missing, and all others are "
                  "right: their number is odd",
                  segments),
      [of, first = (segments - 1) * part] {
        std::vector<double> made = right_sums(*of);
        std::fill(made.begin() + static_cast<std::ptrdiff_t>(first), made.end(),
                  -std::numeric_limits<double>::infinity());
        return made;
      },
      {},
      "Where two segments share a transform, the last one of an odd number has no partner: there "
      "are (segments + 1) / 2 pairs, and in the last of them one of the two may be missing. Zeros "
      "go in for it, and nothing is stored. If segments share nothing: is their number rounded up, "
      "also in the launch?"};
  odd.vague = true;
  one.known_mistake("d_out", odd);
}

/// @param atol the allowed error of an output
inline void add_transform_mistakes(grader::test_case& one, const std::shared_ptr<problem>& of,
                                   double atol) {
  const auto add = [&one](const std::string& id, const std::string& message,
                          std::function<std::vector<double>()> made, const std::string& next) {
    one.known_mistake("d_out", {id, message, std::move(made), {}, next});
  };
  const auto agrees = [&one](const std::string& id, const std::string& message,
                             std::function<bool(const std::vector<double>&)> made,
                             const std::string& next, bool varies) {
    one.known_mistake("d_out", {id, message, {}, std::move(made), next, "", false, varies});
  };

  agrees(
      "not_divided", "every output is as many times too large as the transforms have points",
      [of, atol](const std::vector<double>& got) {
        return not_divided(got, right_sums(*of), atol);
      },
      "Forward and back gives each number that many times: divide by the number of points where "
      "you store.",
      false);
  add(
      "not_conjugated",
      "the filter's transform was not conjugated: the filter runs backwards, and round the end of "
      "the inputs of a segment",
      [of] { return not_conjugated(*of); },
      "Multiply the input's transform by the conjugate of the filter's: its imaginary parts change "
      "their sign.");
  add(
      "inverse_with_sign_of_forward",
      "the inverse transform has the sign of the forward one: in each segment the numbers stand in "
      "reverse order, from place 4,096 - n in place of n",
      [of] {
        return circular_sums(
            *of, [](std::size_t i) { return (points - i % part) % points; }, right_piece);
      },
      "Forwards the factor is exp(-2 pi i k n / 4,096), backwards exp(+2 pi i k n / 4,096): the "
      "angle changes its sign in every pass.");
  add(
      "parts_to_one_piece",
      "all parts of the filter are applied to the same input piece: X[o] in place of X[o + p]",
      [of] {
        return circular_sums(*of, same_place,
                             [](std::size_t segment, std::size_t) { return segment; });
      },
      "Part p begins 2,048 p taps further on, and so do its inputs: output segment o needs input "
      "piece o + p for it.");
  add(
      "segments_from_one_piece",
      "all output segments are made from the same input pieces: X[p] in place of X[o + p]",
      [of] {
        return circular_sums(*of, same_place,
                             [](std::size_t, std::size_t of_filter) { return of_filter; });
      },
      "Output segment o begins 2,048 o inputs further on: it needs input piece o + p for part p.");
  add(
      "wrong_half_kept",
      "the wrong half of each segment is kept: the second 2,048 of the 4,096 numbers, which went "
      "round the end",
      [of] {
        return circular_sums(
            *of, [](std::size_t i) { return part + i % part; }, right_piece);
      },
      "Here the sum runs forwards, so the first 2,048 numbers are the outputs. (In a "
      "convolution it runs backwards, and overlap-save keeps the last ones.)");
  add(
      "part_not_padded",
      "behind the 2,048 taps of a part stand the taps of the next one, and no zeros: they are in "
      "the sums twice",
      [of] { return not_padded(*of); },
      "A part has 2,048 taps. Fill it up with zeros to 4,096 numbers before its transform.");
  agrees(
      "all_points_kept",
      "too much of each segment is kept: of the 4,096 numbers only the first 2,048 are "
      "outputs; the others went round the end",
      [of, atol](const std::vector<double>& got) { return all_points_kept(*of, got, 2 * atol); },
      "Store the first 2,048 numbers of a segment only. The next outputs belong to the next "
      "segment, which begins 2,048 outputs further on.",
      true);
}

} // namespace cudalab::lab06
