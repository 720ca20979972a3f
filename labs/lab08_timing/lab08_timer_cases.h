// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Cases of exercises 1 to 3: a scene, the time that is right, and what other times mean.
#pragma once

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "grader/test_case.h"
#include "lab08_mistakes.h"

namespace cudalab::lab08 {

using grader::expectation;
using grader::random_source;
using protocol::element_type;

/// What a scene plays; lab08_scenes.h says how. In microseconds.
struct scene {
  int earlier = 0;
  bool earlier_aside = false;
  int kernels = 1, kernel = 0, aside = 0, pause = 0, set_back = 0;

  double kernels_ms() const { return kernels * kernel / 1000.0; }
  /// With a pause, the first kernel has ended when it is over, if the device could begin with it.
  double default_stream_ms() const {
    return pause < std::max(earlier, 1) ? kernels_ms() : pause_and_rest_ms();
  }
  double pause_and_rest_ms() const { return (pause + (kernels - 1) * kernel) / 1000.0; }
};

inline const grader::grid_shape time_and_calls = {1, 2, 0, 0, {"milliseconds", "calls"}};

inline void expect_time(test_case& one, double ms) {
  one.result(element_type::float32, 2).expect(protocol::result_name, [ms] {
    return expectation{{ms, 1}, calls_ms, time_share, time_and_calls, {}};
  });
}

inline void known_processor_time(test_case& one, const scene& s, double ms) {
  known_time(one, ms, {(s.kernels - 1) * s.kernel / 1000.0, 1},
             {"processor_time", "the time in which the host slept, inside of launch(), is missing",
              "Is the clock read before launch()? And which clock is it? clock() counts the "
              "processor's time, not the time that goes by: take std::chrono::steady_clock."});
}

/// By a clock that goes on every 4 ms. The scene begins a millisecond before a full second, and the
/// first reading follows when earlier work has ended.
inline void known_coarse_clock(test_case& one, const scene& s, double ms) {
  constexpr double tick = 4;
  const double begin = s.earlier / 1000.0 - 1;
  const auto shown = [](double time) { return std::floor(time / tick) * tick; };
  const double seen = shown(begin + ms) - shown(begin);
  if (seen == 0) // as of readings that were rounded: no_length()
    return;
  known_time(one, ms, {seen, 1},
             {"coarse_clock",
              "the clock that you read stands still for 4 ms at a time: it shows whole multiples "
              "of that",
              "CLOCK_MONOTONIC_COARSE and CLOCK_REALTIME_COARSE go on only when the system's timer "
              "interrupts, some hundred times a second. Take std::chrono::steady_clock."});
}

inline test_case synchronized_case(const std::string& name, const scene& s) {
  test_case one(name, "measure_synchronized");
  one.measured();
  one.value("earlier_us", s.earlier)
      .value("earlier_aside", s.earlier_aside ? 1 : 0)
      .value("kernels", s.kernels)
      .value("kernel_us", s.kernel)
      .value("aside_us", s.aside)
      .value("pause_us", s.pause)
      .value("set_back_us", s.set_back);
  const double ms = std::max(s.default_stream_ms(), s.aside / 1000.0);
  expect_time(one, ms);
  expect_one_call(one);
  if (s.set_back != 0)
    known_time(one, ms, {ms - s.set_back / 1000.0, 1},
               {"clock_set_back",
                "the computer's clock was set back while you measured, and you read that clock",
                "std::chrono::system_clock is it, and with g++ high_resolution_clock is the same: "
                "take std::chrono::steady_clock."});
  lost_seconds(one, ms);
  no_length(one);
  other_unit(one, ms);
  if (s.pause != 0)
    known_processor_time(one, s, ms);
  if (s.earlier != 0)
    known_time(one, ms,
               {s.earlier_aside ? std::max(s.earlier / 1000.0, ms) : s.earlier / 1000.0 + ms, 1},
               {"earlier_work_timed", "the work that was under way before the call is in the time",
                "Wait for the device before you read the clock for the first time."});
  if (s.earlier != 0) // whoever waits for it, and reads the clock before
    known_time(one, ms, {s.earlier / 1000.0 + ms, 1},
               {"earlier_work_timed", "the work that was under way before the call is in the time",
                "Wait for the device first, and read the clock for the first time after that.",
                "waited for"});
  if (s.earlier_aside)
    known_time(one, ms, {s.earlier / 1000.0, 1},
               {"earlier_work_aside_timed",
                "work of another stream, under way before the call, is in the time: your first "
                "wait is for one stream only",
                "cudaDeviceSynchronize waits for all streams."});
  if (s.kernels == 0)
    no_time(one, ms,
            {"all_in_another_stream",
             "launch() gave all its work to a stream of its own, and nobody waited for that",
             "On what does it depend whether you wait, and for what? The default stream has ended "
             "at once here; what it answers (cudaStreamQuery) says nothing of other streams. "
             "cudaDeviceSynchronize, called whatever launch() does, waits for all of them."});
  const advice other_stream = {
      "other_stream_not_waited_for",
      "only the default stream was waited for, and launch() gave work to another one too",
      "cudaDeviceSynchronize waits for all streams."};
  if (s.pause == 0)
    no_time(one, ms, launch_only);
  else
    known_time(one, ms, {s.pause / 1000.0, 1}, launch_only);
  if (s.kernels == 0)
    no_time(one, ms, other_stream);
  else if (s.aside != 0)
    known_time(one, ms, {s.default_stream_ms(), 1}, other_stream);
  known_coarse_clock(one, s, ms);
  wrong_time(one, ms);
  return one;
}

/// A time that 32 bits do not hold in nanoseconds.
inline test_case long_case(const std::string& name, const scene& s) {
  test_case one(name, "measure_synchronized");
  one.measured();
  one.value("earlier_us", 0)
      .value("earlier_aside", 0)
      .value("kernels", s.kernels)
      .value("kernel_us", s.kernel)
      .value("aside_us", 0)
      .value("pause_us", s.pause)
      .value("set_back_us", 0);
  const double ms = s.default_stream_ms();
  expect_time(one, ms);
  expect_one_call(one);
  known_time(one, ms, {ms - 4294.967296, 1},
             {"nanoseconds_in_32_bits", "nanoseconds do not fit in 32 bits",
              "An int holds 2.1 seconds of nanoseconds, an unsigned int 4.3: convert the duration "
              "to float milliseconds at once."});
  lost_seconds(one, ms);
  known_processor_time(one, s, ms);
  other_unit(one, ms);
  wrong_time(one, ms);
  return one;
}

inline test_case events_case(const std::string& name, const scene& s) {
  test_case one(name, "measure_events");
  one.measured();
  one.value("earlier_us", s.earlier)
      .value("kernels", s.kernels)
      .value("kernel_us", s.kernel)
      .value("aside_us", s.aside)
      .value("pause_us", s.pause);
  const double ms = s.default_stream_ms();
  expect_time(one, ms);
  expect_one_call(one);
  negative(one, "cudaEventElapsedTime takes the event that was recorded first before the other: "
                "(&milliseconds, start, stop).");
  other_unit(one, ms);
  if (s.earlier != 0)
    known_time(
        one, ms, {ms + s.earlier / 1000.0, 1},
        {"earlier_work_timed", "the work that was under way before is in the time",
         "Record the first event in the stream of the work: the device makes the mark when it "
         "gets there."});
  if (s.pause > s.earlier)
    known_time(one, ms, {(s.kernels - 1) * s.kernel / 1000.0, 1},
               {"begun_after_launch",
                "what the device did, and the host's pause, inside of launch() are missing",
                "Is it a clock of the host that you read, and do you read it for the first time "
                "only after launch()? Let the two events say the time (cudaEventElapsedTime)."});
  if (s.earlier > s.pause && s.pause != 0)
    known_time(one, ms, {s.pause_and_rest_ms(), 1},
               {"host_waited_first",
                "the device was busy all the time, and the host's pause inside of launch() is in "
                "the time",
                "Wait for nothing before launch(), and let two events say the time, not the "
                "host's clock."});
  advice nothing_between = {"nothing_between_events", "no time lies between the events",
                            "Is the work between them, do you wait for the second one, and are "
                            "they in the stream of the work?",
                            "both at once"};
  const auto nothing = [ms](const numbers& got) {
    return got[0] >= 0 && got[1] != 0 && is_time(got[0], 0) && !is_time(got[0], ms) &&
           !is_in_unit(got[0], 1e-3, ms);
  };
  known(one, nothing_between, nothing);
  nothing_between.form = "around launch()";
  if (s.pause == 0)
    known(one, nothing_between, nothing);
  else
    known_time(one, ms, {s.pause / 1000.0, 1}, nothing_between);
  if (s.aside != 0)
    known_time(one, ms, {s.aside / 1000.0, 1},
               {"other_stream_timed", "work of another stream is in the time",
                "Events mark places in one stream: do not wait for the whole device before you "
                "record the second."});
  wrong_time(one, ms);
  return one;
}

/// How the warm-up's runs are among the measured ones.
struct warmup_kind {
  int runs, shortest_us, longest_us;
};

// An odd number: of an even one, the middle of all runs together is an index off by one, too.
inline constexpr warmup_kind slow_warmup = {3, 5000, 9000}, quick_warmup = {3, 60, 180},
                             no_warmup = {0, 0, 0};

/// Whether two of these figures are too near to be told apart.
inline bool two_are_near(numbers figures) {
  std::sort(figures.begin(), figures.end());
  return std::adjacent_find(figures.begin(), figures.end(), [](double a, double b) {
           return b - a < 2 * calls_ms + 2 * time_share * b;
         }) != figures.end();
}

/// Whether the median, and every other figure, can be told from all others.
inline bool telling(const runs_of& runs) {
  numbers all = runs.warmup;
  all.insert(all.end(), runs.measured.begin(), runs.measured.end());
  // (What is said of each takes longest, and hundreds are drawn.)
  if (two_are_near({median(runs.measured), mean(runs.measured), median(all), mean(all)}))
    return false;
  numbers figures = {median(runs.measured)};
  for (const other_figure& each : not_the_median(runs))
    figures.push_back(each.ms);
  return !two_are_near(figures);
}

/// Runs in which the first one is no slow one, and the median can be told from all other figures:
/// what is left of a warm-up makes the first run longer, and nth_element() may put the neighbour
/// into its place by chance.
inline bool can_be_judged(const runs_of& runs) {
  const double right = median(runs.measured);
  const std::size_t count = runs.measured.size();
  return (runs.warmup.empty() || runs.measured.front() < right) &&
         (count % 2 == 1 || beside_nth(runs.measured, count / 2) != right) && telling(runs);
}

/// Runs that can be judged, found by moving times apart; also with all times some percent off.
/// @param runs how many are measured: 5 or 6
inline std::vector<runs_of> examples_of(const warmup_kind& warmup, int runs) {
  const bool slow = warmup.shortest_us >= slow_warmup.shortest_us;
  if (slow && runs == 5)
    return {{{9, 9, 8.115}, {1.3, 1.521, 2.393, 3.702, 0.817}},
            {{9, 9, 9}, {0.385, 0.414, 1.803, 0.9, 3.292}},
            {{9, 9, 9}, {0.311, 0.341, 1.674, 3.188, 0.667}}};
  if (slow && runs == 6)
    return {{{8.958, 5.62, 5.626}, {0.34, 1.003, 3.799, 0.339, 2.46, 0.619}},
            {{8.073, 9, 8.923}, {0.427, 0.483, 2.769, 0.745, 3.356, 1.296}},
            {{6.158, 8.409, 5.526}, {0.357, 1.128, 3.8, 0.456, 2.492, 0.744}},
            {{9, 9, 9}, {0.484, 1.367, 2.986, 0.761, 3.54, 0.486}},
            {{8.989, 9, 9}, {0.855, 3.448, 0.31, 0.525, 1.306, 2.942}}};
  if (runs == 5)
    return {{{0.06, 0.06, 0.06}, {0.665, 1.578, 2.638, 1.158, 3.8}},
            {{0.06, 0.06, 0.06}, {0.551, 1.367, 2.258, 0.977, 3.354}},
            {{0.06, 0.06, 0.06}, {1.362, 0.356, 3.094, 1.644, 3.8}}};
  if (runs == 6)
    return {{{0.109, 0.083, 0.06}, {0.667, 2.095, 1.554, 2.873, 0.31, 0.409}},
            {{0.06, 0.06, 0.06}, {0.31, 0.435, 3.747, 2.022, 2.813, 0.759}},
            {{0.065, 0.064, 0.06}, {0.424, 0.31, 2.692, 3.8, 1.971, 0.745}},
            {{0.099, 0.064, 0.129}, {0.404, 0.312, 2.59, 1.438, 1.961, 0.641}}};
  throw std::logic_error("lab08: no example of so many runs");
}

/// An example with each time up to 3 % off, or as it is where that cannot be judged.
inline runs_of near_an_example(random_source& random, const std::vector<runs_of>& examples) {
  const runs_of& example = examples[random.integer(0, static_cast<int>(examples.size()) - 1)];
  for (int tries = 0; tries < 100; ++tries) {
    runs_of drawn = example;
    for (numbers* some : {&drawn.warmup, &drawn.measured})
      for (double& ms : *some)
        ms = std::round(ms * random.integer(970, 1030)) / 1000;
    if (can_be_judged(drawn))
      return drawn;
  }
  return example;
}

/// @param runs how many are measured: 1, 5 or 6
inline runs_of draw_runs(random_source& random, const warmup_kind& warmup, int runs) {
  // Of 5 runs, hundreds of draws find some that can be judged; of 6 it takes hundreds of thousands.
  constexpr int most_draws = 3000;
  for (int draw = 0; draw < most_draws; ++draw) {
    runs_of drawn;
    for (int i = 0; i < warmup.runs; ++i)
      drawn.warmup.push_back(random.integer(warmup.shortest_us, warmup.longest_us) / 1000.0);
    for (int i = 0; i < runs; ++i)
      drawn.measured.push_back(random.integer(300, 4000) / 1000.0);
    if (runs == 1 || can_be_judged(drawn))
      return drawn;
  }
  return near_an_example(random, examples_of(warmup, runs));
}

/// More than somebody makes room for who counts on a few. They begin so short that somebody may
/// want to repeat them, and become longer: the middle of the first ones, or of the last, is another
/// one.
inline runs_of many_runs(random_source& random) {
  constexpr int count = 257;
  runs_of drawn;
  for (int i = 0; i < count; ++i)
    drawn.measured.push_back((1 + i + random.integer(0, 20)) / 1000.0);
  return drawn;
}

/// @param warmup_is "slow", "quick"; empty: there is none
inline test_case median_case(const std::string& warmup_is, const runs_of& runs) {
  const int warmup = static_cast<int>(runs.warmup.size());
  const int measured = static_cast<int>(runs.measured.size());
  std::vector<int> microseconds;
  for (const numbers& some : {runs.warmup, runs.measured})
    for (const double ms : some)
      microseconds.push_back(static_cast<int>(std::lround(1000 * ms)));
  test_case one(warmup == 0 ? fmt::format("no warm-up, {} measured", measured)
                            : fmt::format("{} {} to warm up, {} measured", warmup,
                                          warmup_is + (warmup == 1 ? " run" : " runs"), measured),
                "measure_median");
  one.measured();
  one.input("run_us", microseconds)
      .on_host()
      .value("count", warmup + measured)
      .value("warmup", warmup)
      .value("runs", measured);
  const double right = median(runs.measured);
  one.result(element_type::float32, 2)
      .expect(protocol::result_name, [right, calls = warmup + measured] {
        return expectation{
            {right, static_cast<double>(calls)}, calls_ms, time_share, time_and_calls, {}};
      });
  expect_calls(one, warmup, measured);
  known(one,
        {"zeros_in_vector", "exactly 0",
         "Were there zeros in the vector? std::vector<float> times(runs) begins with "
         "`runs` zeros, and push_back adds behind them. Or does your timer return 0?"},
        [](const numbers& got) { return got[0] == 0 && got[1] != 0; });
  other_unit(one, right);
  no_time(one, right, launch_only);
  std::vector<other_figure> figures = not_the_median(runs), more = more_figures(runs);
  figures.insert(figures.end(), more.begin(), more.end());
  const std::vector<other_figure> partly = partly_sorted(runs);
  figures.insert(figures.end(), partly.begin(), partly.end());
  for (const other_figure& each : figures)
    known_time(one, right, {each.ms, static_cast<double>(warmup + measured)}, each.says);
  if (measured == 1) // one of them, and whatever stands before it in memory
    one.known_mistake(protocol::result_name, {"odd_for_even", "", {}, {}, ""});
  wrong_figure(one, right, runs);
  return one;
}

} // namespace cudalab::lab08
