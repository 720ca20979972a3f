// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The page docs/wrong_variants.md: which wrong variant fails which check. It is made of the heads
/// of the variants, and the course check holds each variant to its head.
#pragma once

#include <filesystem>
#include <string>

namespace cudalab::course {

/// `solutions`: the folder with the labs' solutions. @throws head_error, std::runtime_error
std::string variants_page(const std::filesystem::path& solutions);

/// What a variant does wrong: the comment below its licence, on one line. Empty: none.
std::string story_of(const std::string& text);

} // namespace cudalab::course
