// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Result files are there whole or not at all.
#pragma once

#include <filesystem>
#include <string_view>

namespace cudalab::grader {

/// Writes beside the target, syncs to disk, renames. What is no regular file (/dev/stdout, a pipe)
/// is written directly. @throws std::system_error; an existing file is then unchanged.
void write_file(const std::filesystem::path& target, std::string_view content);

/// Removes the file that write_file() may be in the middle of. For a signal handler: calls only
/// what is safe there.
void remove_unfinished_file();

} // namespace cudalab::grader
