// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/speed/sampling.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "grader/speed/statistics.h"

namespace cudalab::grader {

namespace {

constexpr int most_iterations = 1'000'000;
constexpr double longest_request_ms = 4'000; // while looking for the number of calls
constexpr double back_to_back_ms = 180;      // of calls between a short and a long request
// Uploading a ring of 2 GiB does not take the same time twice.
constexpr double upload_spread_ms = 100;
constexpr double upload_spread = 0.25; // of the shortest request
constexpr double hidden_factor = 3;    // times what the events say: they do not see the work
constexpr double slow_call_ms = 100;

// A program may claim any time for itself, 0 and nonsense too.
double usable(double milliseconds) {
  return std::isfinite(milliseconds) ? std::max(milliseconds, 1e-6) : 1e-6;
}

double event_ms(const timing_answer& answer) {
  if (answer.event_ms.size() != 1)
    throw timing_failed("the program did not answer with the time of one sample");
  return usable(answer.event_ms.front());
}

timing_order order_for(const timed_program& program) {
  timing_order order;
  order.iterations = program.iterations;
  if (program.call_ms > slow_call_ms)
    order.warmup = 1;
  return order;
}

int extra_calls(const timed_program& program) {
  const double wanted = std::ceil(back_to_back_ms / program.call_ms);
  return static_cast<int>(std::clamp<double>(wanted, 1, most_iterations));
}

// A short request and a long one, without flushing between: what both clocks say of one call.
cross_check back_to_back(const timed_program& program) {
  timing_order order = order_for(program);
  order.flush = false;
  const timing_answer brief = program.source.time(order);
  const int extra = extra_calls(program);
  order.iterations += extra;
  const timing_answer lengthy = program.source.time(order);
  return {event_ms(lengthy) / order.iterations,
          usable((lengthy.judge_ms - brief.judge_ms) / extra)};
}

double sample(const timed_program& program, time_by clock) {
  if (clock == time_by::judge)
    return back_to_back(program).judge_ms;
  return event_ms(program.source.time(order_for(program))) / program.iterations;
}

// What the judge's clock says of `more` calls, when it is far more than the events say; else 0.
// Looked at again before it is believed: one upload may take long by chance.
double hidden_ms(timing_source& source, const timing_order& few, const timing_order& many,
                 const timing_answer& least, const timing_answer& answer) {
  const double claimed = event_ms(answer);
  const auto hides = [&](double passed) {
    return passed > upload_spread_ms && passed > upload_spread * least.judge_ms &&
           passed > hidden_factor * claimed;
  };
  const double first = answer.judge_ms - least.judge_ms;
  if (!hides(first))
    return 0;
  const double again = source.time(many).judge_ms - source.time(few).judge_ms;
  return hides(again) ? std::min(first, again) : 0;
}

} // namespace

double cross_check::disagreement() const {
  return std::abs(event_ms - judge_ms) / judge_ms;
}

timed_program calibrate(timing_source& source, double sample_ms) {
  timing_order few;
  few.iterations = std::max(1, source.ring_size());
  source.time(few); // uploads the ring
  const timing_answer least = source.time(few);
  timing_order order = few;
  timing_answer answer = least;
  for (;;) {
    // No event can have seen more than the whole request.
    const double took = std::min(event_ms(answer), usable(answer.judge_ms));
    if (const double hidden = hidden_ms(source, few, order, least, answer); hidden > 0) {
      const double call_ms = hidden / (order.iterations - few.iterations);
      const int enough = static_cast<int>(std::ceil(sample_ms / call_ms));
      return {source, std::clamp(enough, few.iterations, order.iterations), call_ms,
              time_by::judge};
    }
    if (took >= sample_ms || order.iterations >= most_iterations)
      return {source, order.iterations, took / order.iterations, time_by::events};
    const double most = std::clamp(longest_request_ms / answer.judge_ms, 2.0, 20.0);
    const double wanted = std::clamp(1.1 * sample_ms / took, 1.1, most);
    order.iterations =
        std::min(most_iterations, static_cast<int>(std::ceil(order.iterations * wanted)));
    answer = source.time(order);
  }
}

paired_times take_pairs(const timed_program& a, const timed_program& b, int pairs, time_by clock,
                        round_filter& rounds, const std::function<void(int)>& before_pair) {
  paired_times times;
  rounds.begin_series(pairs);
  for (int pair = 0; pair < pairs; ++pair) {
    if (before_pair)
      before_pair(pair);
    const auto [first, second] = rounds.undisturbed([&] {
      std::pair<double, double> seen;
      if (pair % 2 == 0)
        seen.first = sample(a, clock);
      seen.second = sample(b, clock);
      if (pair % 2 != 0)
        seen.first = sample(a, clock);
      return seen;
    });
    times.first.push_back(first);
    times.second.push_back(second);
  }
  return times;
}

cross_check check_clock(timed_program& program, round_filter& rounds, int repeats) {
  std::vector<double> events, judge;
  rounds.begin_series(repeats);
  while (static_cast<int>(judge.size()) < repeats) {
    const cross_check seen = rounds.undisturbed([&] { return back_to_back(program); });
    const int extra = extra_calls(program);
    const double passed = seen.judge_ms * extra;
    if (judge.empty() && passed < back_to_back_ms / 2 && extra < most_iterations) {
      program.call_ms /= std::clamp(back_to_back_ms / passed, 2.0, 20.0);
      continue;
    }
    events.push_back(seen.event_ms);
    judge.push_back(seen.judge_ms);
    if (program.call_ms > slow_call_ms && seen.disagreement() <= largest_disagreement)
      break; // a call that is so long is seen at once
  }
  return {median(events), median(judge)};
}

} // namespace cudalab::grader
