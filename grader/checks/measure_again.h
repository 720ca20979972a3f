// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// A student's measurement that came out wrong on a GPU is made again, while somebody looks at the
/// device: another process's kernels between two moments are no mistake of who measures.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>

#include "grader/checks/context.h"

namespace cudalab::grader {

/// How often a measurement is made again while something disturbs the device.
inline constexpr int watched_runs = 5;

struct watched_run {
  case_outcome outcome;
  /// It is wrong, and so were all others, and something disturbed each of them: what disturbed the
  /// last one.
  std::optional<disturbance> disturbed;
};

/// Runs a case until its outcome is right or nothing disturbed the device. Where nobody can look at
/// the device, once.
watched_run measure_again(grading_context& in, const std::filesystem::path& program,
                          run_options options, const test_case& one,
                          const std::function<bool(const case_outcome&)>& is_right);

} // namespace cudalab::grader
