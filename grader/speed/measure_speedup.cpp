// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/speed/measure_speedup.h"

#include <algorithm>
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

// Timed samples start with a cold cache: their events cannot claim to be faster than the judge's
// clock found the calls to be back to back.
bool faster_than_back_to_back(const speedup& seen) {
  return seen.submission_ms < (1 - largest_disagreement) * seen.clock.judge_ms;
}

decision time_decision(const interval& ms, double enough_ms) {
  return enough_ms > 0 ? decide({enough_ms / ms.high, enough_ms / ms.low}, 1) : decision::below;
}

// One is enough.
decision either(decision one, decision other) {
  if (one == decision::above || other == decision::above)
    return decision::above;
  return one == decision::below ? other : one;
}

// `pairs` pairs, and what they say.
decision take_round(const timed_program& baseline, const timed_program& submission, int pairs,
                    const speedup_method& method, round_filter& rounds, speedup& result) {
  const paired_times times = take_pairs(baseline, submission, pairs, result.counted_by, rounds,
                                        pair_progress(method, "given kernel against yours", pairs));
  result.ratios = paired_ratios(times.first, times.second);
  result.ratio = median(result.ratios);
  result.range = bootstrap_interval(result.ratios, method.seed);
  result.baseline_ms = median(times.first);
  result.submission_ms = median(times.second);
  result.submission_range = bootstrap_interval(times.second, method.seed);
  result.by_ratio = decide(result.range, method.threshold);
  result.by_time = time_decision(result.submission_range, method.enough_ms);
  return either(result.by_ratio, result.by_time);
}

// One round, and a second of twice the pairs when the first cannot tell.
void take_rounds(const timed_program& baseline, const timed_program& submission,
                 const speedup_method& method, round_filter& rounds, speedup& result) {
  decision told = decision::astride;
  int pairs = method.pairs;
  for (result.rounds = 0; result.rounds < 2 && told == decision::astride; pairs *= 2) {
    ++result.rounds;
    told = take_round(baseline, submission, pairs, method, rounds, result);
  }
  result.how = told == decision::above   ? speedup::verdict::reached
               : told == decision::below ? speedup::verdict::missed
                                         : speedup::verdict::undecided;
}

// Beyond the limit by a margin that no noise of six pairs makes.
decision clearly(const interval& seen, double limit) {
  if (seen.low >= limit * clear_margin)
    return decision::above;
  return seen.high < limit / clear_margin ? decision::below : decision::astride;
}

// Most programs are far from the threshold: a few pairs show it, when all of them agree.
bool shown_by_few_pairs(const timed_program& baseline, const timed_program& submission,
                        const speedup_method& method, round_filter& rounds, speedup& result) {
  result.rounds = 1;
  take_round(baseline, submission, std::min(few_pairs, method.pairs), method, rounds, result);
  const auto [least, most] = std::minmax_element(result.ratios.begin(), result.ratios.end());
  const interval ms = result.submission_range;
  const decision told = either(
      clearly({*least, *most}, method.threshold),
      method.enough_ms > 0 ? clearly({method.enough_ms / ms.high, method.enough_ms / ms.low}, 1)
                           : decision::below);
  if (told == decision::astride)
    return false;
  result.how = told == decision::above ? speedup::verdict::reached : speedup::verdict::missed;
  return true;
}

void take_all_rounds(const timed_program& baseline, const timed_program& submission,
                     const speedup_method& method, round_filter& rounds, speedup& result) {
  if (!shown_by_few_pairs(baseline, submission, method, rounds, result))
    take_rounds(baseline, submission, method, rounds, result);
}

// On a quiet machine a few pairs show that it is quiet.
void compare_with_itself(const timed_program& given, const timed_program& again,
                         const speedup_method& method, round_filter& rounds, speedup& result) {
  for (const int pairs : {std::min(few_pairs, method.pairs), method.pairs}) {
    const paired_times self =
        take_pairs(given, again, pairs, time_by::events, rounds,
                   pair_progress(method, "given kernel against itself", pairs));
    result.self_ratios = paired_ratios(self.first, self.second);
    result.self_ratio = median(result.self_ratios);
    if (std::abs(result.self_ratio - 1) <= largest_self_difference / 2)
      return;
  }
}

void measure(timing_source& baseline, timing_source& second_baseline, timing_source& submission,
             const speedup_method& method, round_filter& rounds, speedup& result) {
  say(method, "finding how many calls make a sample");
  const timed_program given = calibrate(baseline, method.sample_ms);
  const timed_program again{second_baseline, given.iterations, given.call_ms, given.clock};
  timed_program theirs = calibrate(submission, method.sample_ms);
  result.baseline_iterations = given.iterations;
  result.submission_iterations = theirs.iterations;

  compare_with_itself(given, again, method, rounds, result);
  if (std::abs(result.self_ratio - 1) > largest_self_difference) {
    result.how = speedup::verdict::noisy_machine;
    return;
  }

  say(method, "holding the program's clock against the judge's");
  result.clock = check_clock(theirs, rounds);
  // A clock that is wrong by itself needs no samples to show it.
  if (theirs.clock == time_by::judge || result.clock.disagreement() > largest_disagreement)
    result.counted_by = time_by::judge;
  take_all_rounds(given, theirs, method, rounds, result);
  if (result.counted_by == time_by::events && faster_than_back_to_back(result)) {
    result.counted_by = time_by::judge;
    take_all_rounds(given, theirs, method, rounds, result);
  }
}

} // namespace

speedup measure_speedup(timing_source& baseline, timing_source& second_baseline,
                        timing_source& submission, const speedup_method& method) {
  speedup result;
  unwatched_device nobody;
  round_filter rounds(method.watch != nullptr ? *method.watch : nobody);
  try {
    measure(baseline, second_baseline, submission, method, rounds, result);
  } catch (const device_disturbed&) {
    result.how = speedup::verdict::disturbed_device;
  }
  result.discarded = rounds.discarded();
  return result;
}

} // namespace cudalab::grader
