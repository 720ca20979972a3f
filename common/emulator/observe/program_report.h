// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What a checked program says of itself when it ends: its findings on standard error, and a
/// failing exit code. docs/emucc.md describes it for those who run such programs.
#pragma once

namespace cudalab::emulator {

/// Once, before main(): a report will be made at the end.
void report_at_exit();

/// The program asks for observations and findings itself: no report.
void report_is_taken_over();

/// Whether there will be a report.
bool reports_by_itself();

} // namespace cudalab::emulator
