// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What paths tell.
#pragma once

#include <filesystem>

namespace cudalab::grader {

/// Has it a name of those files that a .cu file includes?
bool is_header(const std::filesystem::path& file);

/// Whether `path` is `folder` or below it, by their names alone: both absolute, or both relative.
bool lies_in(const std::filesystem::path& path, const std::filesystem::path& folder);

} // namespace cudalab::grader
