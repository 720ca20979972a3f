// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// From what observers saw to what is told: each mistake once, most telling first.
#pragma once

#include <string>
#include <vector>

#include "emulator/observe/findings/observed_finding.h"

namespace cudalab::emulator {

/// @param seen as finding_log::take() gives them
std::vector<finding> settled(std::vector<finding> seen);

/// Leaves out uninitialised reads that are the same mistake as a race: the value was read before
/// another thread had written it.
std::vector<finding> without_echoes(std::vector<finding> all);

/// As docs/formats.md says. `all`: as settled() gives them; only the first ones are told.
std::string json_of(const std::vector<finding>& all);

} // namespace cudalab::emulator
