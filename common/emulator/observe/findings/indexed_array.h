// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The array whose index the compiler found too large.
#pragma once

#include <map>

#include "emulator/observe/findings/sighting.h"
#include "emulator/observe/symbols/variables.h"

namespace cudalab::emulator {

struct indexed_array {
  named_object name; ///< {"Mds", "Mds[16]"}; {"", "array[16]"} when it is not known which it is
  object_space space = object_space::none; ///< where all that it may be lie
};

indexed_array name_array(const sighting& seen);

/// Of several arrays the one that a line of source names last at or before `column` (from 1).
/// Empty: it names none of them there.
std::string named_at(const std::string& line, std::uint32_t column,
                     const std::map<std::string, object_space>& arrays);

/// The array of the index expression that begins at this column (from 1) of a line of source:
/// "fragment.x", or "a[i].x" of a[i].x[j]. Empty: none begins there.
std::string written_at(const std::string& line, std::uint32_t column);

} // namespace cudalab::emulator
