// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/speed/measure_speedup.h"

#include <cmath>

#include <fmt/format.h>

namespace cudalab::grader {

namespace {

void say(const speedup_method& method, const std::string& what) {
  if (method.progress)
    method.progress(what);
}

std::function<void(int)> pair_progress(const speedup_method& method, const std::string& what,
                                       int pairs) {
  return [&method, what, pairs](int pair) {
    say(method, fmt::format("{}: pair {} of {}", what, pair + 1, pairs));
  };
}

// The submission's events are believed when they agree with the judge's clock back to back, and
// when the timed samples, which start with a cold cache, did not claim to be faster than that.
bool believable(const speedup& seen) {
  return seen.clock.disagreement() <= largest_disagreement &&
         seen.submission_ms >= (1 - largest_disagreement) * seen.clock.judge_ms;
}

decision time_decision(const interval& ms, double longest_ms) {
  return longest_ms > 0 ? decide({longest_ms / ms.high, longest_ms / ms.low}, 1) : decision::above;
}

// Both must be reached; one that is certainly missed decides.
decision together(decision one, decision other) {
  if (one == decision::below || other == decision::below)
    return decision::below;
  return one == decision::above ? other : one;
}

// One round, and a second of twice the pairs when the first cannot tell.
void take_rounds(const timed_program& baseline, const timed_program& submission,
                 const speedup_method& method, speedup& result) {
  decision told = decision::astride;
  int pairs = method.pairs;
  for (result.rounds = 0; result.rounds < 2 && told == decision::astride; pairs *= 2) {
    ++result.rounds;
    const paired_times times =
        take_pairs(baseline, submission, pairs, result.counted_by,
                   pair_progress(method, "given kernel against yours", pairs));
    result.ratios = paired_ratios(times.first, times.second);
    result.ratio = median(result.ratios);
    result.range = bootstrap_interval(result.ratios, method.seed);
    result.baseline_ms = median(times.first);
    result.submission_ms = median(times.second);
    result.submission_range = bootstrap_interval(times.second, method.seed);
    result.by_ratio = decide(result.range, method.threshold);
    result.by_time = time_decision(result.submission_range, method.longest_ms);
    told = together(result.by_ratio, result.by_time);
  }
  result.how = told == decision::above   ? speedup::verdict::reached
               : told == decision::below ? speedup::verdict::missed
                                         : speedup::verdict::undecided;
}

} // namespace

speedup measure_speedup(timing_source& baseline, timing_source& second_baseline,
                        timing_source& submission, const speedup_method& method) {
  speedup result;
  say(method, "finding how many calls make a sample");
  const timed_program given{baseline, calibrate(baseline, method.sample_ms)};
  const timed_program again{second_baseline, given.iterations};
  const timed_program theirs{submission, calibrate(submission, method.sample_ms)};
  result.baseline_iterations = given.iterations;
  result.submission_iterations = theirs.iterations;

  const paired_times self =
      take_pairs(given, again, method.pairs, time_by::events,
                 pair_progress(method, "given kernel against itself", method.pairs));
  result.self_ratios = paired_ratios(self.first, self.second);
  result.self_ratio = median(result.self_ratios);
  if (std::abs(result.self_ratio - 1) > largest_self_difference) {
    result.how = speedup::verdict::noisy_machine;
    return result;
  }

  say(method, "holding the program's clock against the judge's");
  result.clock = check_clock(theirs);
  take_rounds(given, theirs, method, result);
  if (!believable(result)) {
    result.counted_by = time_by::judge;
    take_rounds(given, theirs, method, result);
  }
  return result;
}

} // namespace cudalab::grader
