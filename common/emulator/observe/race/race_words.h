// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What a race says to a student, and which barrier mends it.
#pragma once

#include "emulator/observe/findings/observed_finding.h"

namespace cudalab::emulator {

/// Puts right which access comes first, where the barriers that the code has tell it: a race past a
/// barrier is one with the loop's next round.
void settle_order(finding& race);

/// Both wrote, in one block or in two.
bool of_two_writers(const finding& race);

finding_words race_words(const finding& race, const std::vector<finding>& all);

} // namespace cudalab::emulator
