// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Where things are: found from the running program, so that a checkout can be moved.
#pragma once

#include <filesystem>

namespace cudalab::grader {

std::filesystem::path source_root();
std::filesystem::path build_root();

} // namespace cudalab::grader
