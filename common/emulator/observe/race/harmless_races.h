// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Races by the letter that change no result: compute-sanitizer has the first for information, too.
#pragma once

#include <vector>

#include "emulator/observe/findings/observed_finding.h"

namespace cudalab::emulator {

/// Races of stores of one value become `equal_writes`, and those of a read that only guesses
/// `hint_read`. A program ends by it as by no finding.
void excuse_harmless_races(std::vector<finding>& all);

finding_words harmless_words(const finding& found);

} // namespace cudalab::emulator
