// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What a measurement says to a student, and its figures for machines.
#pragma once

#include <string>

#include "grader/lab.h"
#include "grader/result.h"
#include "grader/speed/measure_speedup.h"

namespace cudalab::grader {

/// What the report adds to the times.
struct speed_surroundings {
  std::string device;               ///< "NVIDIA H200"
  double copy_bytes_per_second = 0; ///< 0: not measured
  double peak_gigaflops = 0;        ///< protocol::hello::peak_gigaflops
  bool watched = false;             ///< somebody looked at the device in each round
};

/// Sets status, message, next, details and data.
void describe_speed(const speed_check& wanted, const speedup& measured,
                    const speed_surroundings& around, check_result& result);

} // namespace cudalab::grader
