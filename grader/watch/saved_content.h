// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What is graded, for the question whether it has changed.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace cudalab::grader {

struct saved_content {
  std::string text;    ///< of the file; empty when it cannot be read
  std::string headers; ///< beside it, with size and time: the file may include them
  bool readable = true;
  bool operator==(const saved_content&) const = default;

  /// Half saved, or not begun: nothing to grade.
  bool blank() const;
};

/// Nothing: there is no such file.
std::optional<saved_content> read_saved(const std::filesystem::path& file);

} // namespace cudalab::grader
