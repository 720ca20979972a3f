// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The emulator's traffic report, added up for a gate.
#pragma once

#include <nlohmann/json.hpp>

#include "grader/lab.h"

namespace cudalab::grader {

/// Adds up the kernels of one call: docs/formats.md. A missing figure counts as 0.
/// @throws std::runtime_error when the report is not of that form.
traffic_counts add_up(const nlohmann::json& kernels);

} // namespace cudalab::grader
