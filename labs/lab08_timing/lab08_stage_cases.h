// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Cases of exercise 4: data that goes to the device and comes back, and what its copies take.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "grader/test_case.h"
#include "lab08_mistakes.h"

namespace cudalab::lab08 {

using grader::expectation;
using grader::random_source;
using protocol::element_type;

/// Copies are compared with the scene's own, within these shares. Virtual time is exact: a few
/// calls are in it, and an allocation is more (0.025 of a copy of pageable memory, and above). On a
/// GPU, pinned memory is steady; copies of pageable memory were up to 0.69 apart on an NVIDIA H200;
/// so pinned memory in its place (0.75 away there) is told by the emulated device alone.
inline constexpr double virtual_share = 0.02, pinned_share = 0.35, pageable_share = 0.80;

/// @param kernel_us 0: launch(d_data) hands over a kernel that takes next to no time
inline test_case stage_case(const std::string& name, random_source& random, int n, bool pinned,
                            int kernel_us) {
  std::vector<float> input = random.floats(static_cast<std::size_t>(n));
  if (input.front() == 0)
    input.front() = 1; // 0 does not tell whether it was doubled
  test_case one(name, "measure_kernel_stage");
  one.measured();
  one.input("input", input)
      .on_host()
      .output("output", element_type::float32, input.size())
      .on_host()
      .value("n", n)
      .value("pinned", pinned ? 1 : 0)
      .value("kernel_us", kernel_us)
      .value("aside_us", pinned ? kernel_us + 900 : 0)
      .result(element_type::float32, 1);
  const numbers before(input.begin(), input.end());
  one.expect("output", [before] {
    numbers want = before;
    for (double& each : want)
      each *= 2;
    expectation doubled{want, 0, 0, {1, want.size(), 0, 0}, {}};
    doubled.if_unwritten = "After the third stage the result is in your host buffer: copy it from "
                           "there to output.";
    return doubled;
  });
  grader::misconception no_input{"no_input",
                                 "every element of output is 0: the input never got to the device",
                                 {},
                                 [](const numbers& got) {
                                   return std::all_of(got.begin(), got.end(),
                                                      [](double x) { return x == 0; });
                                 },
                                 "Copy input into the host buffer before the first stage, and from "
                                 "there to the device in it."};
  no_input.vague = true; // it cannot say which of the two copies is missing
  one.known_mistake("output", no_input);
  one.known_mistake("output",
                    {"output_is_input",
                     "output holds what input held",
                     [before] { return before; },
                     {},
                     "Is launch(d_data) called, and does the copy back come after it? Does output "
                     "get what is in the host buffer then, and not input?"});
  grader::misconception too_early{"read_too_early",
                                  "output holds what input held",
                                  {},
                                  [before](const numbers& got) { return got == before; },
                                  "Does the copy back come after launch(d_data), and is it done "
                                  "when you read the host buffer? cudaMemcpyAsync only asks for "
                                  "it."};
  too_early.vague = true; // where copies of one kind of memory only are wrong
  one.known_mistake("output", too_early);
  const double ms = kernel_us / 1000.0;
  one.expect(protocol::result_name, [ms] {
    return expectation{{ms}, 2 * calls_ms, time_share, {1, 1, 0, 0, {"milliseconds"}}, {}};
  });
  known(one,
        {"kernel_not_timed", "kernel_ms is 0",
         "Is the second stage in one of your timers, and what the timer returns "
         "in times.kernel_ms?"},
        [](const numbers& got) { return got[0] == 0; });
  negative(one, "What comes first is subtracted: end - begin; cudaEventElapsedTime takes the first "
                "event first.");
  other_unit(one, ms);
  no_time(one, ms, launch_only);
  remark(one,
         {"kernel_too_long", "kernel_ms is longer than the kernel",
          "Is a copy in it, an allocation, or work of another stream? Events of the default stream "
          "see "
          "that stream alone."},
         [ms](const numbers& got) { return got[0] > ms; });
  remark(one,
         {"kernel_too_short", "kernel_ms is shorter than the kernel",
          "Is it the time of launch(d_data), and of no other stage, and is the kernel waited for?"},
         [ms](const numbers& got) { return got[0] < ms; });
  return one;
}

inline test_case kernel_stage_case(random_source& random, int n, bool pinned) {
  const int kernel_us = random.integer(1000, 2000);
  return stage_case(pinned ? "pinned memory" : "pageable memory", random, n, pinned, kernel_us);
}

/// Work that is so short that somebody may want to repeat it.
inline test_case short_stage_case(random_source& random) {
  return stage_case("a short kernel", random, 1, false, 0);
}

/// The kind of memory that copies of few elements go from and to: their time says nothing.
inline test_case host_memory_case(int n, bool pinned) {
  test_case one(fmt::format("{}, {}", n == 1 ? "1 element" : fmt::format("{} elements", n),
                            pinned ? "pinned memory" : "pageable memory"),
                "measure_host_memory");
  one.measured();
  one.value("n", n)
      .value("pinned", pinned ? 1 : 0)
      .result(element_type::float32, 2)
      .expect(protocol::result_name, [] {
        const grader::grid_shape parts = {
            1, 2, 0, 0, {"part that goes in from there", "part that comes back to there"}};
        return expectation{{1, 1}, 0, 0, parts, {}};
      });
  known(one,
        {"quarter_copied", "only a quarter of the elements is copied",
         "cudaMemcpy counts bytes: size * sizeof(float) of them."},
        [](const numbers& got) {
          const double least = std::min(got[0], got[1]);
          return least > 0.2 && least <= 0.25;
        });
  remark(one,
         {"other_memory", "copies go from or to host memory of another kind than was asked for",
          pinned ? "When kind is host_memory::pinned, the host buffer comes from cudaMallocHost, "
                   "however small it is (managed memory is not pinned), and every element goes "
                   "through it: no copy takes one from input, or puts one into output, directly."
                 : "When kind is host_memory::pageable, the host buffer must not be pinned."},
         [](const numbers& got) { return std::min(got[0], got[1]) < 1; });
  return one;
}

/// On the virtual clock, copies out take so much of the time that copies in take: lab08_scenes.cu.
inline constexpr double out_over_in = 0.75;

inline test_case copy_stages_case(random_source& random, bool pinned) {
  const double share = pinned ? pinned_share : pageable_share;
  test_case one(pinned ? "pinned memory" : "pageable memory", "measure_copy_stages");
  one.measured();
  one.value("n", random.integer(1000000, 1300000))
      .value("pinned", pinned ? 1 : 0)
      .result(element_type::float32, 2)
      .expect(protocol::result_name, [share] {
        const grader::grid_shape ratios = {
            1, 2, 0, 0, {"copy_in_ms, over the scene's own", "copy_out_ms, over the scene's own"}};
        expectation equal{{1, 1}, 0, virtual_share, ratios, {}};
        equal.gpu_rtol = share;
        return equal;
      });
  remark(one,
         {"copy_negative", "copy_in_ms or copy_out_ms is negative",
          "What comes first is subtracted: end - begin; cudaEventElapsedTime takes the first event "
          "first."},
         [](const numbers& got) { return std::min(got[0], got[1]) < 0; });
  remark(one,
         {"copy_not_timed", "copy_in_ms or copy_out_ms is next to nothing",
          "Is the copy between the two moments "
          "that you measure, and is it waited for?"},
         [](const numbers& got) { return std::min(got[0], got[1]) < 0.1; });
  const auto both_are = [](double in, double out) {
    return [=](const numbers& got) {
      return std::abs(got[0] - in) < virtual_share && std::abs(got[1] - out) < virtual_share;
    };
  };
  known(one,
        {"copy_in_told_twice", "copy_out_ms is the time of the copy in",
         "Each stage is measured by itself: take the time around the copy back, too."},
        both_are(1, 1 / out_over_in));
  known(one,
        {"copy_out_told_twice", "copy_in_ms is the time of the copy out",
         "Each stage is measured by itself: take the time around the copy in, too."},
        both_are(out_over_in, 1));
  known(one,
        {"copies_exchanged",
         "copy_in_ms is the time of the copy out, and copy_out_ms of the one in",
         "Which of the two is the first member of stage_times?"},
        both_are(out_over_in, 1 / out_over_in));
  if (pinned)
    known(one,
          {"not_pinned", "the copies are as slow as those of pageable memory",
           "When kind is host_memory::pinned, the host buffer must come from cudaMallocHost."},
          [](const numbers& got) { return std::min(got[0], got[1]) > 1 + pinned_share; });
  else
    known(one,
          {"pinned_for_pageable", "the copies are as fast as those of pinned memory",
           "When kind is host_memory::pageable, the host buffer must not be pinned."},
          [](const numbers& got) { return std::min(got[0], got[1]) < 0.5; });
  remark(one,
         {"copy_in_too_long", "copy_in_ms is too long",
          "Is more in it than the copy to the device? Memory is allocated, and the host buffer "
          "filled, before the first stage. Copy from that buffer, not from input."},
         [](const numbers& got) { return got[0] > 1 + virtual_share; });
  remark(one,
         {"copy_out_too_long", "copy_out_ms is too long",
          "Is more in it than the copy from the device? A copy waits for the kernel before it, if "
          "nobody else did; the host's copy to output comes after the third stage. Copy to your "
          "host buffer, not to output."},
         [](const numbers& got) { return got[1] > 1 + virtual_share; });
  remark(one,
         {"copy_too_short", "a copy's time is too short",
          "Are all n elements, of sizeof(float) bytes each, copied between the two moments?"},
         [](const numbers& got) { return std::min(got[0], got[1]) < 1 - virtual_share; });
  return one;
}

} // namespace cudalab::lab08
