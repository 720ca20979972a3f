// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Traffic by kernel and metric, from three sources.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>

namespace cudalab::proof {

/// By kernel (its plain name) and metric (a short name such as "ld.sectors"). The launches of one
/// kernel are added up.
using traffic_figures = std::map<std::pair<std::string, std::string>, std::uint64_t>;

/// From the emulated device's report (docs/formats.md).
traffic_figures figures_from_json(const std::string& text);

/// From the lines `// Counts: KERNEL METRIC VALUE` of a program.
/// @throws std::runtime_error for a metric that does not exist
traffic_figures figures_from_comments(const std::string& source);

/// From `ncu --csv --print-units base --metrics` ncu_metrics().
traffic_figures figures_from_ncu(const std::string& csv);

/// Nsight Compute's names of all metrics, with commas.
std::string ncu_metrics();

} // namespace cudalab::proof
