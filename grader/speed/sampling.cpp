// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/speed/sampling.h"

#include <algorithm>
#include <cmath>

#include "grader/speed/statistics.h"

namespace cudalab::grader {

namespace {

constexpr int most_iterations = 1'000'000;
constexpr double longest_request_ms = 2'000;
constexpr double back_to_back_ms = 20; // of n calls: the judge's clock sees nine times as much
constexpr int long_factor = 10;

// A program may claim any time for itself, 0 and nonsense too.
double usable(double milliseconds) {
  return std::isfinite(milliseconds) ? std::max(milliseconds, 1e-6) : 1e-6;
}

double event_ms(const timing_answer& answer) {
  if (answer.event_ms.size() != 1)
    throw timing_failed("the program did not answer with the time of one sample");
  return usable(answer.event_ms.front());
}

// n calls, then 10 n, without flushing between: what both clocks say of one call.
cross_check back_to_back(const timed_program& program) {
  timing_order order;
  order.flush = false;
  order.iterations = program.iterations;
  const timing_answer brief = program.source.time(order);
  order.iterations = program.iterations * long_factor;
  const timing_answer lengthy = program.source.time(order);
  const int difference = order.iterations - program.iterations;
  return {event_ms(lengthy) / order.iterations,
          usable((lengthy.judge_ms - brief.judge_ms) / difference)};
}

double sample(const timed_program& program, time_by clock) {
  if (clock == time_by::judge)
    return back_to_back(program).judge_ms;
  timing_order order;
  order.iterations = program.iterations;
  return event_ms(program.source.time(order)) / program.iterations;
}

} // namespace

double cross_check::disagreement() const {
  return std::abs(event_ms - judge_ms) / judge_ms;
}

int calibrate(timing_source& source, double sample_ms) {
  timing_order order;
  order.iterations = std::max(1, source.ring_size());
  while (order.iterations < most_iterations) {
    const timing_answer answer = source.time(order);
    const double took = event_ms(answer);
    if (took >= sample_ms || answer.judge_ms > longest_request_ms)
      break;
    const double wanted = std::clamp(1.1 * sample_ms / took, 1.1, 20.0);
    order.iterations =
        std::min(most_iterations, static_cast<int>(std::ceil(order.iterations * wanted)));
  }
  return order.iterations;
}

paired_times take_pairs(const timed_program& a, const timed_program& b, int pairs, time_by clock,
                        const std::function<void(int)>& before_pair) {
  paired_times times;
  for (int pair = 0; pair < pairs; ++pair) {
    if (before_pair)
      before_pair(pair);
    if (pair % 2 == 0) {
      times.first.push_back(sample(a, clock));
      times.second.push_back(sample(b, clock));
    } else {
      times.second.push_back(sample(b, clock));
      times.first.push_back(sample(a, clock));
    }
  }
  return times;
}

cross_check check_clock(const timed_program& program, int repeats) {
  timing_order order;
  order.flush = false;
  order.iterations = program.iterations;
  const double one = event_ms(program.source.time(order)) / order.iterations;
  timed_program enough{program.source, program.iterations};
  const double wanted = std::ceil(back_to_back_ms / one);
  enough.iterations = std::clamp(static_cast<int>(std::min<double>(wanted, most_iterations / 10)),
                                 program.iterations, program.iterations * 20);
  std::vector<double> events, judge;
  for (int i = 0; i < repeats; ++i) {
    const cross_check seen = back_to_back(enough);
    events.push_back(seen.event_ms);
    judge.push_back(seen.judge_ms);
  }
  return {median(events), median(judge)};
}

} // namespace cudalab::grader
