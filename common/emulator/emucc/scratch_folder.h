// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// A private folder for temporary files, gone when this object is.
#pragma once

#include <filesystem>
#include <string>

namespace cudalab::emulator {

class scratch_folder {
public:
  /// Below $TMPDIR or /tmp. @throws std::runtime_error when it cannot be made
  scratch_folder();
  ~scratch_folder();
  scratch_folder(const scratch_folder&) = delete;
  scratch_folder& operator=(const scratch_folder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  /// A name in the folder that was not given out before: "2-lab04.o".
  std::filesystem::path file(const std::filesystem::path& source, const std::string& extension);

private:
  std::filesystem::path path_;
  int files_ = 0;
};

/// Empty when it cannot be read.
std::string read_file(const std::filesystem::path& path);
/// @throws std::runtime_error
void write_file(const std::filesystem::path& path, const std::string& content);

} // namespace cudalab::emulator
