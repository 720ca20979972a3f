// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// From what observers saw to what is told: each mistake once, most telling first.
#pragma once

#include <string>
#include <vector>

#include "emulator/observe/findings/observed_finding.h"

namespace cudalab::emulator {

/// Whom findings are for. A race that changes nothing, such as two stores of one value, is an error
/// for a lab, whose student is to learn to do without, and information for a program.
enum class told_to : std::uint8_t { lab, program };

/// @param seen as finding_log::take() gives them
std::vector<finding> settled(std::vector<finding> seen, told_to whom = told_to::lab);

/// Leaves out uninitialised reads that are the same mistake as a race: the value was read before
/// another thread had written it.
std::vector<finding> without_echoes(std::vector<finding> all);

/// As docs/formats.md says. `all`: as settled() gives them; only the first ones are told.
std::string json_of(const std::vector<finding>& all);

} // namespace cudalab::emulator
