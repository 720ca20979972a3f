// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What the checked program itself says of its kernels.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "program.h"

namespace cudalab::proof {

/// Runs all kernels that are right. @return what is reported nevertheless
std::vector<std::string> findings_without_fault(const std::filesystem::path& program,
                                                const std::filesystem::path& folder);

/// Runs one kernel that has a fault. @return empty: it is found, at its lines, and nothing else
std::string fault_not_found(const generated_kernel& kernel, const std::filesystem::path& program,
                            const std::filesystem::path& folder);

} // namespace cudalab::proof
