// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What a checked program says of itself when it ends: its findings on standard error, and a
/// failing exit code. docs/emucc.md describes it for those who run such programs.
#pragma once

#include <string>
#include <vector>

#include "emulator/observe/findings/observed_finding.h"

namespace cudalab::emulator {

/// Where the report comes from, when the program ends.
struct report_parts {
  /// @param ended_well by itself and with success, so that what is still allocated was forgotten
  std::vector<finding> (*findings)(bool ended_well) = nullptr;
  std::string (*traffic)() = nullptr; ///< a table; empty: it was not asked for
};

/// Once, before main(): a report will be made at the end.
void report_at_exit(const report_parts& parts);

/// The program asks for observations and findings itself: no report.
void report_is_taken_over();

} // namespace cudalab::emulator
