// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What a race between two blocks says to a student. A barrier mends it in a cooperative launch
/// only; else what does depends on whether the kernel uses atomics, and for what.
#pragma once

#include "emulator/observe/findings/observed_finding.h"
#include "emulator/observe/race/global_touch.h"

namespace cudalab::emulator {

/// @param writer one that writes
/// @param has_flags whether a thread of the launch has read anything atomically or volatile
finding_case case_between_blocks(touch_role other, touch_role writer, bool has_flags);

bool is_between_blocks(finding_case why);

/// Of a finding of such a case.
finding_words grid_race_words(const finding& race, const std::string& launch);

} // namespace cudalab::emulator
