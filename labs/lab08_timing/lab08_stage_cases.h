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

/// Copies are compared with the scene's own, within these shares. Pinned memory is steady. Copies
/// of pageable memory were up to 0.61 apart on an NVIDIA H200; those of pinned memory in its place
/// are 0.67 (emulated device) and more (0.75 there) away from it.
inline constexpr double pinned_share = 0.35, pageable_share = 0.64;

inline test_case kernel_stage_case(random_source& random, int n, bool pinned) {
  const int kernel_us = random.integer(1000, 2000);
  const std::vector<float> input = random.floats(static_cast<std::size_t>(n));
  test_case one(pinned ? "pinned memory" : "pageable memory", "measure_kernel_stage");
  one.measured();
  one.input("input", input)
      .on_host()
      .output("output", element_type::float32, input.size())
      .on_host()
      .value("n", n)
      .value("pinned", pinned ? 1 : 0)
      .value("kernel_us", kernel_us)
      .result(element_type::float32, 1);
  const numbers before(input.begin(), input.end());
  one.expect("output", [before] {
    numbers want = before;
    for (double& each : want)
      each *= 2;
    return expectation{want, 0, 0, {1, want.size(), 0, 0}, {}};
  });
  one.known_mistake("output", {"output holds what input held",
                               [before] { return before; },
                               {},
                               "Is launch(d_data) called, and does the copy back come after it?"});
  const double ms = kernel_us / 1000.0;
  one.expect(protocol::result_name, [ms] {
    return expectation{{ms}, 2 * calls_ms, time_share, {1, 1, 0, 0, {"milliseconds"}}, {}};
  });
  known_time(one, ms, 0, launch_only);
  known(one, {"kernel_ms is longer than the kernel", "Is a copy in it, or an allocation?"},
        [ms](const numbers& got) { return got[0] > ms; });
  known(one, {"kernel_ms is shorter than the kernel", "Is the kernel waited for?"},
        [ms](const numbers& got) { return got[0] < ms; });
  return one;
}

inline test_case copy_stages_case(random_source& random, bool pinned) {
  const double share = pinned ? pinned_share : pageable_share;
  test_case one(pinned ? "pinned memory" : "pageable memory", "measure_copy_stages");
  one.measured();
  one.value("n", random.integer(3000000, 4000000))
      .value("pinned", pinned ? 1 : 0)
      .result(element_type::float32, 2)
      .expect(protocol::result_name, [share] {
        const grader::grid_shape ratios = {
            1, 2, 0, 0, {"copy_in_ms, over the scene's own", "copy_out_ms, over the scene's own"}};
        return expectation{{1, 1}, 0, share, ratios, {}};
      });
  known(one,
        {"copy_in_ms or copy_out_ms is next to nothing", "Is the copy between the two moments "
                                                         "that you measure, and is it waited for?"},
        [](const numbers& got) { return std::min(got[0], got[1]) < 0.1; });
  if (pinned)
    known(one,
          {"the copies are as slow as those of pageable memory",
           "When kind is host_memory::pinned, the host buffer must come from cudaMallocHost."},
          [](const numbers& got) { return std::min(got[0], got[1]) > 1 + pinned_share; });
  else
    known(one,
          {"the copies are as fast as those of pinned memory",
           "When kind is host_memory::pageable, the host buffer must not be pinned."},
          [](const numbers& got) { return std::max(got[0], got[1]) < 1 - pageable_share; });
  known(one, {"copy_in_ms is too long", "Is more in it than the copy to the device?"},
        [share](const numbers& got) { return got[0] > 1 + share; });
  known(one,
        {"copy_out_ms is too long",
         "Is more in it than the copy from the device? A copy waits for the kernel before it."},
        [share](const numbers& got) { return got[1] > 1 + share; });
  return one;
}

} // namespace cudalab::lab08
