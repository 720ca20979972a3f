// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What wrong times mean. A measured result is two numbers: milliseconds, and how often the timer
/// called launch().
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "grader/test_case.h"

namespace cudalab::lab08 {

using grader::test_case;
using numbers = std::vector<double>;

/// A time is right when it differs by less: a twentieth, and what a few calls of CUDA take.
inline constexpr double time_share = 0.05, calls_ms = 0.02;

inline bool is_time(double got, double ms) {
  return std::abs(got - ms) <= calls_ms + time_share * std::abs(ms);
}

/// What is wrong, and what to do.
struct advice {
  std::string id, wrong, next;
  std::string form = {}; ///< as in misconception
};

inline void known(test_case& one, const advice& says,
                  const std::function<bool(const numbers&)>& made) {
  one.known_mistake(protocol::result_name, {says.id, says.wrong, {}, made, says.next, says.form});
}

/// The same, but it says what the result is like, and not why.
inline void remark(test_case& one, const advice& says,
                   const std::function<bool(const numbers&)>& made) {
  one.known_mistake(protocol::result_name, {says.id, says.wrong, {}, made, says.next, "", true});
}

/// The result that somebody gets who makes this mistake: a time, and the right number of calls. Not
/// added where it is the right time too.
inline void known_time(test_case& one, double right_ms, const numbers& result, const advice& says) {
  if (!is_time(result[0], right_ms) && !is_time(right_ms, result[0]))
    one.known_mistake(protocol::result_name,
                      {says.id, says.wrong, [result] { return result; }, {}, says.next, says.form});
}

/// These are seconds: closer than other times, since a launch takes about as much.
inline bool is_in_unit(double got, double factor, double ms) {
  return std::abs(got / factor - ms) <= calls_ms + 0.02 * ms;
}

/// No launch takes less, on no machine.
inline constexpr double shortest_launch_ms = 1e-4;

/// The next to no time that is between two moments with no work in between, and that is no time in
/// seconds.
inline void no_time(test_case& one, double ms, const advice& says) {
  grader::misconception mistake;
  mistake.id = says.id;
  mistake.message = says.wrong;
  mistake.made = [ms](const numbers& got) {
    return got[0] > shortest_launch_ms && is_time(got[0], 0) && !is_time(got[0], ms) &&
           !is_in_unit(got[0], 1e-3, ms) &&
           (got.size() == 1 || got[1] != 0); // where calls are counted
  };
  mistake.next = says.next;
  mistake.form = says.form;
  mistake.spoils_always = !is_time(0, ms) && !is_time(ms, 0); // a launch is next to no time
  one.known_mistake(protocol::result_name, mistake);
}

/// launch() must have been called once.
inline void expect_one_call(test_case& one) {
  known(one,
        {"never_called", "launch() was never called",
         "Call it once between the two readings of the clock."},
        [](const numbers& got) { return got[1] == 0; });
  known(one,
        {"called_again", "launch() was called more than once",
         "A timer that repeats the work changes what the program does: call it once, however short "
         "the work is, and let who uses the timer repeat it."},
        [](const numbers& got) { return got[1] > 1; });
}

/// The same of the timer that repeats the work.
inline void expect_calls(test_case& one, int warmup, int runs) {
  const int calls = warmup + runs;
  const auto called = [&](const std::string& id, const std::string& how, int times,
                          const std::string& next) {
    if (times != calls)
      known(one,
            {id,
             times == 0   ? "launch() was never called"
             : times == 1 ? "launch() was called once, " + how
                          : fmt::format("launch() was called {} times, {}", times, how),
             fmt::format("{} to warm up and {} to measure are {} calls: ", warmup, runs, calls) +
                 next},
            [times](const numbers& got) { return got[1] == times; });
  };
  called("never_called", "", 0, "the measured ones go into one of your timers.");
  called("warmup_left_out", "without a warm-up", runs,
         "call launch() `warmup` times before the first run that is measured.");
  called("one_warmup", "with one run to warm up", runs + 1,
         "call launch() `warmup` times before the first run that is measured.");
  called("one_run_too_many", "one too many", calls + 1,
         "is there a <= in a loop that begins with 0?");
  called("one_run_too_few", "one too few", calls - 1,
         "do both loops begin with 0 and go on while i is less?");
  called("called_twice", "twice as often as it should be", 2 * calls,
         "your timer calls launch() itself, so do not call it besides.");
  remark(one,
         {"wrong_number_of_calls", "launch() was called a wrong number of times",
          fmt::format("The warm-up and the runs together are {} calls.", calls)},
         [calls](const numbers& got) { return got[1] != calls; });
}

inline const advice launch_only = {
    "not_waited_for",
    "this is how long it takes to hand the work over: a launch returns at once, while its kernel "
    "has hardly begun",
    "Wait for the device before you read the clock for the second time."};

inline void negative(test_case& one, const std::string& next) {
  remark(one, {"negative_time", "the time is negative", next},
         [](const numbers& got) { return got[0] < 0; });
}

/// The right time in another unit. (What is next to nothing is right in all of them.)
inline void other_unit(test_case& one, double ms) {
  const auto with_factor = [&](double factor, const char* name) {
    known(
        one,
        {"other_unit", fmt::format("these are {}", name),
         "Timers of this lab return milliseconds: std::chrono::duration<float, std::milli>, or "
         "what CUDA\'s events give.",
         name},
        [=](const numbers& got) { return !is_time(got[0], ms) && is_in_unit(got[0], factor, ms); });
  };
  with_factor(1e-3, "seconds");
  known(one,
        {"divided_for_multiplied", "the time is a million times too small",
         "A second has 1,000 milliseconds: multiply seconds by 1,000 where you divide by it."},
        [ms](const numbers& got) {
          return got[0] > 0 && !is_time(got[0], ms) &&
                 std::abs(got[0] * 1e6 - ms) <= calls_ms + 0.02 * ms;
        });
  with_factor(1e3, "microseconds");
  with_factor(1e6, "nanoseconds");
  known(one,
        {"whole_milliseconds", "these are whole milliseconds: the digits after the point are lost",
         "std::chrono::milliseconds is an integer number of milliseconds: use "
         "std::chrono::duration<float, std::milli>."},
        [ms](const numbers& got) {
          return got[0] == std::floor(got[0]) && std::abs(got[0] - ms) < 1 && !is_time(got[0], ms);
        });
}

/// What subtracting two readings gives that were not kept whole. A computer that has been up for
/// days has a steady clock of some 1,000,000 seconds, and a float has 24 bits.
inline void no_length(test_case& one) {
  const std::string next =
      "A steady clock counts from the computer's start: after days, a float has no digits left for "
      "milliseconds. Keep both readings as time_points, subtract, then convert.";
  known(one,
        {"readings_rounded", "exactly 0: not even the launch is in it",
         "Does the function return the difference of two readings, and not in whole seconds? Does "
         "that clock go on all the time (one that is named COARSE stands still for 4 ms)? If so: "
         "a" +
             next.substr(1)},
        [](const numbers& got) { return got[0] == 0 && got[1] != 0; });
  known(one,
        {"readings_rounded", "the clock's readings were rounded before they were subtracted", next},
        [](const numbers& got) {
          for (const double step_ms : {62.5, 64.0, 65.536, 67.108864}) // of s, ms, us, ns
            if (const double steps = std::abs(got[0]) / step_ms;
                steps > 0.5 && std::abs(steps - std::round(steps)) < 1e-4)
              return true;
          return false;
        });
  negative(one, "What is read first is subtracted from what is read last: end - begin.");
}

/// The part of the time in front of the seconds' point is lost.
inline void lost_seconds(test_case& one, double ms) {
  known(one,
        {"seconds_lost", "whole seconds are missing, and nothing else",
         "A reading of clock_gettime has two parts, whole seconds (tv_sec) and nanoseconds "
         "(tv_nsec): are both in your difference?"},
        [ms](const numbers& got) {
          const double seconds = (ms - got[0]) / 1000;
          return seconds > 0.5 && std::abs(seconds - std::round(seconds)) < 1e-3;
        });
}

/// What is left when no other mistake fits: add it last.
inline void wrong_time(test_case& one, double ms) {
  const auto at_last = [&](const char* how, const char* next, bool too_short) {
    grader::misconception mistake;
    mistake.message = fmt::format("{} than the {:g} ms that the work takes", how, ms);
    mistake.next = next;
    mistake.made = [ms, too_short](const numbers& got) {
      return too_short ? got[0] < ms : got[0] > ms;
    };
    mistake.id = too_short ? "too_short" : "too_long";
    mistake.vague = true;
    one.known_mistake(protocol::result_name, mistake);
  };
  at_last("less",
          "Which part is missing? The begin, if you begin to measure too late; the end, if you do "
          "not wait for the last of the work; or a part of the clock's reading.",
          true);
  at_last("more", "What else lies between the two moments that you measure?", false);
}

struct runs_of {
  numbers warmup, measured; ///< milliseconds
};

/// The same of the median, whose runs are timed by another function.
inline void wrong_figure(test_case& one, double ms, const runs_of& runs) {
  const std::string figure = fmt::format("it is not the median, {:g} ms", ms);
  const auto is_near = [](double got, double right) { return std::abs(got - right) <= calls_ms; };
  remark(one,
         {"other_run", figure + ": it is the time of another of the measured runs",
          "Are the times really in order when you take one? Print them behind the sorting. If "
          "they are not: does what compares two times see differences below 1 ms, which an int "
          "loses?"},
         [measured = runs.measured, is_near](const numbers& got) {
           return measured.size() % 2 == 1 &&
                  std::any_of(measured.begin(), measured.end(),
                              [&](double each) { return is_near(got[0], each); });
         });
  remark(one,
         {"wrong_figure", figure,
          "Print the times where you take the middle one. Are they in order, is each measured run "
          "among them, also one that took as long as another, and none of the warm-up? And which "
          "of them do you return?"},
         [](const numbers&) { return true; });
}

/// Of times that are taken to be in order.
inline double middle_of(const numbers& of) {
  const std::size_t middle = of.size() / 2;
  return of.size() % 2 == 1 ? of[middle] : (of[middle - 1] + of[middle]) / 2;
}

inline double median(numbers of) {
  std::sort(of.begin(), of.end());
  return middle_of(of);
}

inline double mean(const numbers& of) {
  return std::accumulate(of.begin(), of.end(), 0.0) / static_cast<double>(of.size());
}

/// What somebody gets who sorts all of them and takes the middle of the first `count`.
inline double middle_of_first(numbers of, std::size_t count) {
  std::sort(of.begin(), of.end());
  of.resize(count);
  return median(of);
}

/// And who takes the middle of the last `count`.
inline double middle_of_last(numbers of, std::size_t count) {
  std::sort(of.begin(), of.end());
  of.erase(of.begin(), of.end() - static_cast<std::ptrdiff_t>(count));
  return middle_of(of);
}

struct other_figure {
  double ms;
  advice says;
};

/// More of them, which may happen to be equal to one of the others: several cases tell them apart.
inline std::vector<other_figure> more_figures(const runs_of& runs) {
  numbers sorted = runs.measured;
  std::sort(sorted.begin(), sorted.end());
  const std::size_t middle = sorted.size() / 2;
  const std::string all = "The median is the time in the middle of all that were measured, sorted.";
  const double of_extremes = (sorted.front() + sorted.back()) / 2;
  const advice extremes = {"middle_of_extremes",
                           "this is the mean of the fastest and the slowest run", all};
  std::vector<other_figure> others = {
      {runs.measured.back(), {"last_run", "this is the time of the last run alone", all}},
      {runs.measured.front(), {"first_run", "this is the time of the first run alone", all}},
      {of_extremes, extremes}};
  others.push_back({sorted.front() / 2,
                    {"zeros_in_vector", "this is half of the time of the fastest run",
                     "Are there zeros in the vector? std::vector<float> times(runs) begins with "
                     "`runs` zeros, and push_back adds behind them."}});
  const auto measured = static_cast<double>(sorted.size());
  const double both = measured + static_cast<double>(runs.warmup.size());
  if (!runs.warmup.empty()) {
    others.push_back(
        {mean(runs.measured) * measured / both,
         {"mean_of_too_many",
          "this is the sum of the measured runs, divided by the number of all runs", all}});
    numbers last = runs.measured;
    last.erase(last.begin(), last.end() - static_cast<std::ptrdiff_t>(runs.warmup.size()));
    others.push_back({median(last),
                      {"warmup_and_runs_exchanged",
                       "this is the median of the last runs only, as many as there should be to "
                       "warm up",
                       "warmup and runs are exchanged: `warmup` calls come first, and are not "
                       "measured."}});
  }
  numbers delayed = runs.measured;
  delayed.front() += std::accumulate(runs.warmup.begin(), runs.warmup.end(), 0.0);
  if (median(delayed) != median(runs.measured)) { // else the first run is a slow one anyway
    others.push_back({median(delayed),
                      {"rest_of_warmup", "the first measured run is longer by all of the warm-up",
                       "A launch returns at once. Wait for the warm-up's kernels before the clock "
                       "is read for the first run."}});
  }
  if (sorted.size() > 1) {
    const bool odd = sorted.size() % 2 == 1;
    const double mean_of_two = (sorted[middle - 1] + sorted[middle]) / 2;
    others.push_back(
        {odd ? mean_of_two : sorted[middle],
         {"odd_for_even",
          odd ? "this is the mean of two times, and the number of runs is odd: one is in the middle"
              : "this is one time, and the number of runs is even: two are in the middle",
          "times.size() % 2 == 1 says that the number is odd. Then the median is times[size / 2]; "
          "else it is the mean of that one and the one before it."}});
  }
  if (sorted.size() % 2 == 0)
    others.push_back(
        {sorted[middle - 1] + sorted[middle] / 2,
         {"half_of_one", "this is one of the two in the middle and half of the other",
          "Put the sum in parentheses: (a + b) / 2. In a + b / 2 only b is divided."}});
  if (sorted.size() % 2 == 0)
    others.push_back({sorted[middle - 1] + sorted[middle],
                      {"not_halved", "this is the sum of the two in the middle",
                       "The median of an even number of runs is half of that sum."}});
  return others;
}

/// As qsort() of the C library does it: merged from two halves, of equal ones the left one first.
template <class Compare>
numbers merge_sorted(const numbers& of, const Compare& compare) {
  if (of.size() < 2)
    return of;
  const auto middle = of.begin() + static_cast<std::ptrdiff_t>(of.size() / 2);
  const numbers left = merge_sorted(numbers(of.begin(), middle), compare);
  const numbers right = merge_sorted(numbers(middle, of.end()), compare);
  numbers merged;
  auto a = left.begin(), b = right.begin();
  while (a != left.end() && b != right.end())
    merged.push_back(compare(*a, *b) <= 0 ? *a++ : *b++);
  merged.insert(merged.end(), a, left.end());
  merged.insert(merged.end(), b, right.end());
  return merged;
}

/// Where only the element with this number is in its place.
inline double beside_nth(numbers of, std::size_t nth) {
  std::nth_element(of.begin(), of.begin() + static_cast<std::ptrdiff_t>(nth), of.end());
  return middle_of(of);
}

/// Of times that are in order in part only, or not all there.
inline std::vector<other_figure> partly_sorted(const runs_of& runs) {
  const advice cut = {"cut_comparison",
                      "times that differ by less than 1 ms were not put in order: the comparison "
                      "loses what stands behind the point",
                      "A function for qsort returns an int: do not return the difference of two "
                      "times, but -1, 0 or 1."};
  std::vector<other_figure> others = {
      {middle_of(
           merge_sorted(runs.measured, [](double a, double b) { return static_cast<int>(a - b); })),
       cut}};
  numbers each_once = runs.measured;
  std::sort(each_once.begin(), each_once.end());
  each_once.erase(std::unique(each_once.begin(), each_once.end()), each_once.end());
  advice once = {"equal_times_lost",
                 "this is the middle of different times: of runs that took equally long only one "
                 "was counted",
                 "Each run counts. Does what keeps the times keep equal ones, too? A std::vector "
                 "and a std::multiset do; a std::set, and the keys of a std::map, are all "
                 "different.",
                 "by their own number"};
  if (each_once.size() != runs.measured.size()) {
    others.push_back({middle_of(each_once), once});
    once.form = "by the number of runs";
    others.push_back({each_once[std::min(runs.measured.size() / 2, each_once.size() - 1)], once});
  }
  if (const std::size_t middle = runs.measured.size() / 2; runs.measured.size() % 2 == 0)
    for (const std::size_t nth : {middle, middle - 1})
      others.push_back({beside_nth(runs.measured, nth),
                        {"neighbour_of_nth",
                         "this is the mean of one of the two in the middle and of another time",
                         "std::nth_element puts one element into its place, and no other: what "
                         "stands beside it need not be its neighbour in the order.",
                         nth == middle ? "the upper one" : "the lower one"}});
  return others;
}

/// Other figures of the same runs that somebody may take for the median.
inline std::vector<other_figure> not_the_median(const runs_of& runs) {
  numbers sorted = runs.measured, all = runs.warmup;
  std::sort(sorted.begin(), sorted.end());
  all.insert(all.end(), runs.measured.begin(), runs.measured.end());
  const std::size_t middle = sorted.size() / 2;
  const std::string even = "Of an even number of runs the median is the mean of the two in the "
                           "middle.";
  const std::string sort = "The median is the time in the middle of the sorted ones.";
  std::vector<other_figure> others = {
      {mean(runs.measured),
       {"mean_for_median", "this is the mean: one slow run makes it larger", sort}},
      {median(all),
       {"warmup_among_the_times", "the warm-up is among the times",
        "Its runs are not to be measured."}},
      {mean(all),
       {"mean_with_warmup", "this is the mean, with the warm-up in it: both are wrong", sort}},
      {mean(runs.measured) * static_cast<double>(sorted.size()),
       {"all_runs_together", "this is the time of all runs together",
        "Measure each run by itself."}},
      {sorted.front(),
       {"fastest_run", "this is the fastest run",
        sort + " (If you took it: do zeros stand before the times in the vector?)"}},
      {sorted.back(), {"slowest_run", "this is the slowest run", sort}}};
  const double first = middle_of_first(all, sorted.size());
  if (first != median(runs.measured)) // else the warm-up's runs are all behind them
    others.push_back({first,
                      {"warmup_among_the_times", "the warm-up is among the times",
                       "Its runs are not to be measured.", "of the first"}});
  const double last = middle_of_last(all, sorted.size());
  if (last != median(runs.measured)) // else the warm-up's runs are all in front of them
    others.push_back({last,
                      {"warmup_among_the_times",
                       "this is the median of the longest of all runs: the warm-up is among the "
                       "times",
                       "Its runs are not to be measured. If you drop some of the times: do it "
                       "before you sort them, for afterwards the first ones are the shortest, and "
                       "not those of the warm-up.",
                       "of the last"}});
  if (sorted.size() % 2 == 1) {
    others.push_back(
        {runs.measured[middle],
         {"not_sorted", "this is the run in the middle of the row", "Sort the times first."}});
  } else {
    others.push_back(
        {(sorted[middle] + sorted[middle + 1]) / 2,
         {"middle_too_far_up", "this is the mean of two neighbours, one place too far up",
          "Indices begin with 0: in the middle of 6 sorted times are 2 and 3."}});
    others.push_back(
        {(sorted[middle - 2] + sorted[middle - 1]) / 2,
         {"middle_too_far_down", "this is the mean of two neighbours, one place too far down",
          "Indices begin with 0: in the middle of 6 sorted times are 2 and 3."}});
    others.push_back(
        {(runs.measured[middle - 1] + runs.measured[middle]) / 2,
         {"not_sorted", "these are the runs in the middle of the row", "Sort the times first."}});
    others.push_back(
        {sorted[middle], {"upper_middle", "this is the upper one of the two in the middle", even}});
    others.push_back({sorted[middle - 1],
                      {"lower_middle", "this is the lower one of the two in the middle", even}});
  }
  return others;
}

} // namespace cudalab::lab08
