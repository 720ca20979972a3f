// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Races between lanes of one warp, in code that trusts them to run in step.
#pragma once

#include <vector>

#include "emulator/observe/findings/observed_finding.h"

namespace cudalab::emulator {

/// Whether the program takes the lanes of a warp to run in lockstep: all such accesses at this pair
/// of lines are within a warp, although the block has more of them, or some are volatile.
bool trusts_lockstep(const finding& race);

/// Such races on one variable of a kernel have one cause, though each step races with many others:
/// the first of them stays for all.
std::vector<finding> fold_lockstep(std::vector<finding> all);

finding_words lockstep_words(const finding& race, const std::string& launch);

} // namespace cudalab::emulator
