// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What a finding says to a student.
#pragma once

#include <string>
#include <vector>

#include "emulator/observe/finding.h"
#include "emulator/runtime/number_words.h"

namespace cudalab::emulator {

struct finding_words {
  std::string text;        ///< what was seen
  findings::remedy remedy; ///< what to do about it
};

/// `all`: the findings of the same call. One barrier mends several races, so the remedy names
/// lines that fit all of them.
finding_words words_for(const finding& found, const std::vector<finding>& all);

/// The finding as it travels, with its words.
findings::finding told(const finding& found, const std::vector<finding>& all);

} // namespace cudalab::emulator
