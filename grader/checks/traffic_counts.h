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

/// One of the totals of all kernels.
std::uint64_t sum_of(const traffic_counts& counts, const char* name);

/// For gates: an atomic operation loads and stores, so it counts as both. Otherwise a kernel could
/// read everything by atomicAdd(p, 0), and load nothing.
traffic_counts with_atomics_as_both(traffic_counts counts);

} // namespace cudalab::grader
