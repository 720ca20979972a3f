// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Which lab is meant, and where its files are.
#pragma once

#include <filesystem>
#include <string>

#include "grader/cli/options.h"
#include "grader/lab.h"

namespace cudalab::grader {

/// "lab04", "04", "4", "lab04_tiled_matmul" and a path that ends so all mean lab04.
/// @throws usage_error that lists near names.
const lab_description& find_lab(const std::string& typed);

std::filesystem::path lab_folder(const lab_description& one);
std::filesystem::path student_file(const lab_description& one);
/// What a student begins with: made of the solution, or handed out where there is none.
/// Empty where there is neither.
std::string starter_text(const lab_description& one);
/// The reference; it may be absent.
std::filesystem::path solution_file(const lab_description& one);
/// The given kernel; empty when the lab has none.
std::filesystem::path baseline_file(const lab_description& one);
std::filesystem::path header_file(const lab_description& one);

/// The file to grade, run or build. @throws usage_error when it is not there or cannot be read.
std::filesystem::path submission_file(const lab_description& one, const options& given);

/// A file that an option wants written, looked at before the work and not after it. Empty: none.
/// @throws usage_error when its folder is not there or not writable, or when it is a folder
void check_output_file(const std::string& option, const std::filesystem::path& file);

/// Puts a program where a person looks for it; whoever runs the old one keeps it.
/// @throws std::filesystem::filesystem_error
void publish(const std::filesystem::path& program, const std::filesystem::path& target);

/// A path as a person would type it here: relative when it is below the current folder.
std::string short_path(const std::filesystem::path& path);

} // namespace cudalab::grader
