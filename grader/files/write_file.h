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

/// From now on remove_unfinished_file() removes this file, which a child may be in the middle of.
void note_unfinished_file(const std::filesystem::path& partial);

/// Removes the file that write_file() may be in the middle of, or that was noted. For a signal
/// handler: calls only what is safe there.
void remove_unfinished_file();

} // namespace cudalab::grader
