// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Asks a tool of this machine for its version.
#pragma once

#include <filesystem>
#include <string>

namespace cudalab::grader {

/// The first dotted number ("12.2.0") in what `program argument` prints; empty when there is none
/// or it could not be run.
std::string version_of(const std::filesystem::path& program, const std::string& argument);

} // namespace cudalab::grader
