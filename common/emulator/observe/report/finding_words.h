// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What each kind of finding says to a student.
#pragma once

#include <vector>

#include "emulator/observe/findings/observed_finding.h"

namespace cudalab::emulator {

/// `all`: the findings of the same call. One barrier mends several races, so the remedy names
/// lines that fit all of them.
finding_words words_for(const finding& found, const std::vector<finding>& all);

/// The finding as it travels, with its words.
findings::finding told(const finding& found, const std::vector<finding>& all);

} // namespace cudalab::emulator
