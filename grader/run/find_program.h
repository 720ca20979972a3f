// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Programs on this machine, and what the judge gives them as their environment.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace cudalab::grader {

/// The full path of a program on PATH; empty when there is none.
std::filesystem::path find_program(const std::string& name);

/// nvcc from CUDACXX, PATH, CUDA_PATH or /usr/local/cuda; empty when there is none, or when
/// CUDACXX is "none".
std::filesystem::path find_nvcc();

/// A fixed environment plus those of the variables `passed` that the judge has itself.
std::vector<std::string> clean_environment(const std::vector<std::string>& passed);

} // namespace cudalab::grader
