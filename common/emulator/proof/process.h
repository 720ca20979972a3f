// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Runs a program for a limited time.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

namespace cudalab::proof {

struct outcome {
  int status = -1; ///< exit code; 128 + signal
  bool timed_out = false;
  std::string output, errors;

  /// "exit code 66", "SIGSEGV", "still running after 20 s"
  std::string ending(std::chrono::seconds limit) const;
};

/// Standard input is empty. When time is up, the program and its children are killed.
outcome run(const std::vector<std::string>& command, std::chrono::seconds limit);

/// A folder that is removed with this object.
class scratch_folder {
public:
  scratch_folder();
  ~scratch_folder();
  scratch_folder(const scratch_folder&) = delete;
  scratch_folder& operator=(const scratch_folder&) = delete;
  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }

private:
  std::filesystem::path path_;
};

} // namespace cudalab::proof
