// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Lab 08: what is checked, on which scenes, for how many points. The student's timers take a
/// function, so they are called by the scenes of lab08_scenes.cu. Every length is drawn anew.
#include <vector>

#include <fmt/format.h>

#include "grader/cases/sizes.h"
#include "grader/lab.h"
#include "lab08_failure_cases.h"
#include "lab08_mistakes.h"
#include "lab08_stage_cases.h"
#include "lab08_timer_cases.h"

namespace cudalab::lab08 {

namespace {

using namespace grader;

std::vector<test_case> synchronized_cases(random_source& random) {
  const int kernel = random.integer(2350, 2650); // no whole number of milliseconds is near
  return {synchronized_case("one kernel", {.kernel = kernel}),
          synchronized_case("three kernels", {.kernels = 3, .kernel = kernel / 2}),
          synchronized_case("work in two streams",
                            {.kernel = kernel, .aside = 2 * kernel + random.integer(0, 2000)}),
          synchronized_case("work in another stream only", {.kernels = 0, .aside = 3 * kernel}),
          synchronized_case("a kernel of a microsecond", {.kernel = 1}),
          conduct_case(0)};
}

std::vector<test_case> earlier_cases(random_source& random) {
  const int kernel = random.integer(1500, 3000), earlier = random.integer(5000, 8000);
  return {synchronized_case("a busy device", {.earlier = earlier, .kernel = kernel}),
          synchronized_case("a device that is busy in another stream",
                            {.earlier = earlier, .earlier_aside = true, .kernel = kernel})};
}

std::vector<test_case> clock_cases(random_source& random) {
  scene s{.kernels = 2, .kernel = random.integer(1500, 3000), .pause = random.integer(6000, 9000)};
  const test_case sleeping = synchronized_case("a host that sleeps between two kernels", s);
  s.set_back = 1000 * random.integer(500, 900);
  return {sleeping, synchronized_case("a clock that is set back", s),
          long_case("a host that sleeps for seconds",
                    {.kernels = 2, .kernel = 2000, .pause = 1000 * random.integer(4400, 4900)})};
}

std::vector<test_case> event_cases(random_source& random) {
  const int kernel = random.integer(1500, 3000), longer = 2 * kernel + random.integer(1000, 4000);
  return {
      events_case("one kernel", {.kernel = kernel}),
      events_case("three kernels", {.kernels = 3, .kernel = kernel / 2}),
      events_case("a busy device", {.earlier = longer, .kernel = kernel}),
      events_case("work in two streams", {.kernel = kernel, .aside = longer}),
      events_case("a kernel of a microsecond", {.kernel = 1}),
      events_case("work in another stream only", {.kernels = 0, .aside = longer}),
      events_case("a host that sleeps between two kernels",
                  {.kernels = 2, .kernel = kernel, .pause = longer}),
      events_case("a host that sleeps while the device is busy",
                  {.earlier = 3 * longer, .kernels = 2, .kernel = kernel, .pause = longer}),
      conduct_case(1),
  };
}

std::vector<test_case> median_cases(random_source& random) {
  return {median_case("slow", draw_runs(random, slow_warmup, 5)),
          median_case("slow", draw_runs(random, slow_warmup, 6)),
          median_case("quick", draw_runs(random, quick_warmup, 5)),
          median_case("quick", draw_runs(random, quick_warmup, 6)),
          median_case("", draw_runs(random, no_warmup, 1)),
          median_case("quick", draw_runs(random, quick_warmup, 1)),
          median_case("quick", {{0.1}, {1, 3}}),
          median_case("", {{}, {1, 1, 1, 2.5, 4}}), // equal times count, each of them
          median_case("", many_runs(random)),
          conduct_case(2)};
}

std::vector<test_case> kernel_stages(random_source& random) {
  return {kernel_stage_case(random, twice_odd(240'000, 250'000).drawn(random), false),
          kernel_stage_case(random, prime_size(250'000, 252'000).drawn(random), true),
          short_stage_case(random), conduct_case(3)};
}

std::vector<test_case> watched_stages(random_source& random) {
  return {kernel_stage_case(random, exactly(1000).drawn(random), false),
          kernel_stage_case(random, odd_size(900, 1100).drawn(random), true),
          kernel_stage_case(random, exactly(1).drawn(random), false),
          throwing_case("an exception", ", pageable memory", 3, 0, 1000, false),
          throwing_case(an_int, ", pageable memory", 3, 0, 1000, false),
          throwing_case("an exception", ", pinned memory", 3, 0, 1001, true),
          throwing_case(an_int, ", pinned memory", 3, 0, 1001, true)};
}

std::vector<test_case> watched_synchronized(random_source&) {
  return {synchronized_case("one short kernel", {.kernel = 100}),
          throwing_case("an exception", "", 0, 0), throwing_case(an_int, "", 0, 0)};
}

std::vector<test_case> watched_events(random_source&) {
  return {events_case("one short kernel", {.kernel = 100}), throwing_case("an exception", "", 1, 0),
          throwing_case(an_int, "", 1, 0)};
}

std::vector<test_case> watched_median(random_source&) {
  return {throwing_case("an exception", " in the warm-up", 2, 0),
          throwing_case(an_int, " in the warm-up", 2, 0),
          throwing_case("an exception", " in the second measured run", 2, 2),
          throwing_case(an_int, " in the second measured run", 2, 2)};
}

std::vector<test_case> copy_stages(random_source& random) {
  return {copy_stages_case(random, false), copy_stages_case(random, true),
          host_memory_case(1, true), host_memory_case(random.integer(1000, 4000), true),
          host_memory_case(random.integer(1000, 4000), false)};
}

std::vector<size_coverage> coverage() {
  using enum size_class;
  const size_exception floats{"elements and times are floats", {above_24_bits}};
  const size_exception given{"the kernels are given", {further_round, odd_block_side}};
  const size_exception measured{"what is measured cannot be done twice in one case",
                                {other_content, second_call}};
  const size_exception same{"all calls have one result, or none",
                            {after_larger, above_24_bits, further_round, odd_block_side}};
  return {{.functions = {"measure_kernel_stage"},
           .lengths = {length_named("n")},
           .without = {floats, given, measured}},
          {.functions = {"measure_copy_stages", "measure_throwing_launch"},
           .without = {floats, given, measured, same}},
          {.functions = {"measure_host_memory"}, .without = {floats, given, measured, same}},
          {.functions = {"measure_synchronized", "measure_events", "measure_refused_launch",
                         "measure_failing_kernel", "measure_conduct"},
           .without = {same, measured}},
          {.functions = {"measure_median"}, .without = {floats, given, measured}}};
}

/// The README's examples.
std::vector<test_case> demonstration(random_source& random) {
  return {synchronized_case("one kernel", {.kernel = 2000}),
          synchronized_case("a busy device", {.earlier = 5000, .kernel = 2000}),
          events_case("one kernel", {.kernel = 2000}),
          events_case("a busy device", {.earlier = 5000, .kernel = 2000}),
          median_case("slow", {{7}, {1.2, 1, 9.5, 1.1, 1.3}}),
          kernel_stage_case(random, 8, true)};
}

lab_description describe() {
  return {
      .name = "lab08",
      .title = "Timing",
      .folder = "lab08_timing",
      .you_write = "timers",
      .you_learn = "what a launch returns, and what a clock sees",
      .builds_on = {"lab01", "lab04"},
      .guides = {"guides/timing", "guides/copies", "streams"},
      .checks = {{"correctness.synchronized", "the host waits for all of the work", 1, 15,
                  correctness_check{synchronized_cases}},
                 {"correctness.earlier_work", "earlier work is not measured", 1, 10,
                  correctness_check{earlier_cases}},
                 {"correctness.clock", "the clock goes on, whatever happens", 1, 10,
                  correctness_check{clock_cases}},
                 {"correctness.refused_synchronized", "a launch that fails is an error, not a time",
                  1, 1, correctness_check{failing(0)}},
                 {"clean.synchronized", "an exception passes, and nothing is left behind", 1, 1,
                  clean_check{watched_synchronized, {finding_kind::leak}}},
                 {"correctness.events", "the device's own times", 2, 14,
                  correctness_check{event_cases}},
                 {"correctness.refused_events", "a launch that fails is an error, not a time", 2, 1,
                  correctness_check{failing(1)}},
                 {"clean.events", "an exception passes, and no event is left behind", 2, 1,
                  clean_check{watched_events, {finding_kind::leak}}},
                 {"correctness.median",
                  "the middle of many runs",
                  3,
                  19,
                  correctness_check{median_cases},
                  {},
                  {"correctness.events"}},
                 {"correctness.refused_median",
                  "a launch that fails is an error, not a time",
                  3,
                  1,
                  correctness_check{failing(2)},
                  {},
                  {"correctness.refused_events"}},
                 {"clean.median",
                  "an exception passes, and nothing is left behind",
                  3,
                  1,
                  clean_check{watched_median, {finding_kind::leak}},
                  {},
                  {"clean.events"}},
                 {"correctness.stages",
                  "the kernel between its copies",
                  4,
                  10,
                  correctness_check{kernel_stages},
                  {},
                  {"correctness.events"}},
                 {"correctness.copies",
                  "copies of pageable and of pinned memory",
                  4,
                  10,
                  correctness_check{copy_stages},
                  {},
                  {"correctness.events"}},
                 {"correctness.refused_stages",
                  "a launch that fails is an error, not a time",
                  4,
                  1,
                  correctness_check{failing(3)},
                  {},
                  {"correctness.refused_events"}},
                 {"clean.stages", "all memory is freed", 4, 5,
                  clean_check{watched_stages, {finding_kind::leak}}}},
      .demonstration = demonstration,
      .sizes = coverage()};
}

} // namespace

} // namespace cudalab::lab08

CUDALAB_REGISTER_LAB(cudalab::lab08::describe);
