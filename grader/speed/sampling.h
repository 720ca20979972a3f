// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The steps of a measurement: how many calls make a sample, pairs of samples taken in turns, and
/// the worker's events held against the judge's own clock.
#pragma once

#include <functional>
#include <vector>

#include "grader/speed/round_filter.h"
#include "grader/speed/timing_source.h"

namespace cudalab::grader {

enum class time_by { events, judge };

/// A program to be timed and how many calls make a sample of it.
struct timed_program {
  timing_source& source;
  int iterations = 1;
  double call_ms = 1;              ///< of one call, roughly
  time_by clock = time_by::events; ///< judge: the events do not see the work
};

/// How many calls one sample needs to last `sample_ms`, at least the ring's size. Where requests
/// take far longer than the program's events say, the judge's clock decides, so that no program can
/// have itself called without end.
timed_program calibrate(timing_source& source, double sample_ms);

/// Milliseconds of one call, once for each pair.
struct paired_times {
  std::vector<double> first, second;
};

/// A B, B A, A B ...: what drifts slowly meets both alike. A pair is a round. `before_pair` (may be
/// empty) hears each pair's number, from 0. @throws device_disturbed
paired_times take_pairs(const timed_program& a, const timed_program& b, int pairs, time_by clock,
                        round_filter& rounds, const std::function<void(int)>& before_pair = {});

/// One call's milliseconds by both clocks, over the same back-to-back calls. The judge's is the
/// difference of a long and a short request, so that what a request costs besides its calls
/// cancels.
struct cross_check {
  double event_ms = 0;
  double judge_ms = 0;
  /// How far apart they are, as a part of the judge's.
  double disagreement() const;
};

/// Beyond it the judge's clock counts.
inline constexpr double largest_disagreement = 0.10;

/// Corrects `program.call_ms` where the judge's clock saw too little of its calls.
/// @throws device_disturbed
cross_check check_clock(timed_program& program, round_filter& rounds, int repeats = 5);

} // namespace cudalab::grader
