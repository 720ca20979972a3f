// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What the object of a file that is to be graded may define, and what it may use of others.
/// docs/submissions.md lists it.
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include "emulator/emucc/submission_text.h"

namespace cudalab::emulator {

/// Empty when all is well. A line is 0 where it is not known. @param object compiled by emucc
/// @param text the file that it was made of
std::vector<refused_text> find_refused_symbols(const std::filesystem::path& object,
                                               std::string_view text);

} // namespace cudalab::emulator
