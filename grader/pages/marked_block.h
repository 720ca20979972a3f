// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The parts of Markdown files that a program writes. Each stands between two lines,
///
///     <!-- BEGIN labs: ./lab pages writes this -->
///     <!-- END labs -->
#pragma once

#include <optional>
#include <string>

namespace cudalab::grader {

/// What stands between the marks; none where the text has no such marks.
std::optional<std::string> marked_block(const std::string& text, const std::string& name);

/// The text with other content between the marks, which must be there.
std::string with_marked_block(const std::string& text, const std::string& name,
                              const std::string& content);

} // namespace cudalab::grader
