// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What the lab's given kernel was counted to do in a call lies beside its program: it is the same
/// in each grading, of whatever submission and seed, as it hangs on the lengths of the arrays and
/// not on the numbers in them. Another kernel, another emulated device, or another call has another
/// file.
#pragma once

#include <filesystem>
#include <optional>

#include <nlohmann/json.hpp>

#include "grader/test_case.h"

namespace cudalab::grader {

/// The report of its traffic, as case_outcome has it; nothing: it has to be counted.
std::optional<nlohmann::json> kept_counts(const std::filesystem::path& program,
                                          const test_case& one);

/// Keeps it, unless there are a great many, or the folder cannot be written.
void keep_counts(const std::filesystem::path& program, const test_case& one,
                 const nlohmann::json& traffic);

} // namespace cudalab::grader
