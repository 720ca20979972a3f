// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Test cases as files, for a lab program that runs without the judge.
#pragma once

#include <filesystem>
#include <vector>

#include "grader/test_case.h"

namespace cudalab::grader {

/// For `program --replay folder`. Makes the folder; a program that still reads the old files keeps
/// them. Buffers have no guards and outputs no poison: a tool is to see what lies outside, and what
/// nobody wrote. @throws std::system_error
void write_replay(const std::filesystem::path& folder, const std::vector<test_case>& cases);

} // namespace cudalab::grader
