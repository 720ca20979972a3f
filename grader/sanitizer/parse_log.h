// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// From the lines that compute-sanitizer logs to the findings of docs/formats.md.
#pragma once

#include <string>
#include <vector>

#include "grader/result.h"

namespace cudalab::grader {

struct sanitizer_log {
  std::vector<finding> findings;     ///< aggregated: one for each kind, kernel and pair of places
  std::vector<std::string> problems; ///< "Device not supported", a tool's internal error
  bool finished = false;             ///< the log has its closing summary
};

/// `tool`: "memcheck", "racecheck", "initcheck" or "synccheck". Lines that it does not know are
/// passed over.
sanitizer_log parse_sanitizer_log(const std::string& tool, const std::string& text);

} // namespace cudalab::grader
