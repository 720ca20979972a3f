// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// A folder for a program's files that only this user can read, gone at the end.
#pragma once

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>

namespace cudalab::grader {

class private_folder {
public:
  /// `name`: what it is for, a part of the folder's name. @throws std::system_error
  explicit private_folder(const std::string& name) {
    std::string pattern =
        (std::filesystem::temp_directory_path() / ("cudalab-" + name + "-XXXXXX")).string();
    if (mkdtemp(pattern.data()) == nullptr)
      throw std::system_error(errno, std::generic_category(), "mkdtemp " + pattern);
    path_ = pattern;
  }
  ~private_folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  private_folder(const private_folder&) = delete;
  private_folder& operator=(const private_folder&) = delete;

  const std::filesystem::path& path() const { return path_; }

private:
  std::filesystem::path path_;
};

} // namespace cudalab::grader
