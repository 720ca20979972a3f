// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What one record of compute-sanitizer means, in the words of the emulator's findings.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "grader/result.h"
#include "grader/sanitizer/log_records.h"

namespace cudalab::grader {

/// memcheck, initcheck and synccheck: one access or one barrier of one thread. Nothing when the
/// record is none of these.
std::optional<finding> read_device_error(const std::string& tool, const log_record& record);

/// racecheck: one place against several others, one finding for each pair of lines.
std::vector<finding> read_races(const log_record& record);

} // namespace cudalab::grader
