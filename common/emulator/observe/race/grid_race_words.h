// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What a race between two blocks says to a student. A barrier mends it in a cooperative launch
/// only; else what does depends on whether the kernel uses atomics, and for what.
#pragma once

#include <optional>

#include "emulator/observe/findings/observed_finding.h"
#include "emulator/observe/race/global_touch.h"

namespace cudalab::emulator {

/// @param writer one that writes
/// @param has_flags whether a thread of the launch has read anything atomically or volatile
finding_case case_between_blocks(touch_role other, touch_role writer, bool has_flags);

bool is_between_blocks(finding_case why);

/// Of a race of two stores in one line: a thread stores to its own place, at the end of a row or of
/// the array, and one that is further along x does so, too.
struct store_beyond {
  long long x = 0, last = 0, y = 0; ///< the thread beyond, and the other
};
std::optional<store_beyond> store_beyond_end(const finding& race);

/// Of a finding of such a case.
/// Two threads that store in one line meet where a row begins: one is the other's place a whole
/// number of rows before, and beyond the end of its own row.
struct beyond_row {
  long long x = 0, row = 0; ///< its place along x; elements of a row
};
std::optional<beyond_row> beyond_end_of_row(const finding& race);

finding_words grid_race_words(const finding& race, const std::string& launch);

} // namespace cudalab::emulator
