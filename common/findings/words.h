// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Findings in words: the pieces that every report uses.
#pragma once

#include <string>

#include "findings/finding.h"

namespace cudalab::findings {

/// "race on shared memory: Mds[3][0]"
std::string headline(const finding& one);
/// "thread (1,3) of block (0,0) reads it"
std::string who(const party& each);
/// ", called in line 12, and that in line 30"; empty where the line is in no function that others
/// call.
std::string calls_of(const party& each);
/// "lab04.cu:41", and its calls; empty when the line is not known.
std::string where(const party& each);
/// "race on shared memory: Mds[3][0] (lab04.cu:41 and lab04.cu:36)"
std::string one_sentence(const finding& one);

/// With a capital letter at its beginning.
std::string capitalised(std::string text);

} // namespace cudalab::findings
