// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What is said of rounds that were thrown away because something disturbed the device.
#pragma once

#include <string>

#include "grader/result.h"
#include "grader/speed/measure_speedup.h"
#include "grader/speed/speed_words.h"

namespace cudalab::grader {

/// What to do about it: "end the other process, or ..."
std::string what_helps(const disturbance& seen);

/// Too many rounds were disturbed to measure anything: sets status, message, next.
void describe_disturbed(const speedup& measured, check_result& result);

/// Adds a detail for rounds that were made again, and data.discarded_rounds.
void describe_discarded(const speedup& measured, const speed_surroundings& around,
                        check_result& result);

} // namespace cudalab::grader
