// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Findings in words: the pieces that every report uses.
#pragma once

#include <string>

#include "grader/result.h"

namespace cudalab::grader {

/// "Race on shared memory: Mds[3][0]"
std::string headline(const finding& one);
/// "thread (1,3) of block (0,0) reads it"
std::string who(const finding& one, const party& each);
/// "lab04.cu:41"; empty when the line is not known.
std::string where(const party& each);
/// "two threads touch Mds[3][0] in shared memory without a barrier between them (lab04.cu:41 and
/// lab04.cu:36)": the finding in one sentence.
std::string one_sentence(const finding& one);

} // namespace cudalab::grader
