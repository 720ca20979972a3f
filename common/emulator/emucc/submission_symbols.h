// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What the object of a file that is to be graded may define, and what it may use of others.
/// docs/submissions.md lists it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace cudalab::emulator {

/// Sentences for the student; empty when all is well. @param object compiled by emucc
std::vector<std::string> find_refused_symbols(const std::filesystem::path& object);

} // namespace cudalab::emulator
