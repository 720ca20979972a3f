// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The site's page of wrong variants: which variant fails which check. It is made of the heads of
/// the variants, and the course check holds each variant to its head.
#pragma once

#include <filesystem>
#include <string>

namespace cudalab::course {

/// `solutions`: the folder with the labs' solutions. @throws reference::variants_error
std::string variants_page(const std::filesystem::path& solutions);

} // namespace cudalab::course
