// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Result files are there whole or not at all.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace cudalab::grader {

/// Writes beside the target, syncs to disk, renames. What is no regular file (/dev/stdout, a pipe)
/// is written directly. @throws std::system_error; an existing file is then unchanged.
void write_file(const std::filesystem::path& target, std::string_view content);

/// A regular file that is written in parts: beside the target, which is as it was before until
/// finish() has synced all of it to disk and renamed it.
class whole_file {
public:
  /// @throws std::system_error, as all of it
  explicit whole_file(const std::filesystem::path& target);
  ~whole_file(); ///< without finish(): nothing is left of it
  whole_file(const whole_file&) = delete;
  whole_file& operator=(const whole_file&) = delete;

  void add(std::string_view part);
  void finish();

private:
  void write_held();

  std::filesystem::path target_, partial_;
  std::string held_; ///< not written yet
  int fd_ = -1;
};

/// A name beside the target for what is half written. No other process has it, on this machine or
/// on another one that sees the folder.
std::filesystem::path partial_name(const std::filesystem::path& target);

/// From now on remove_unfinished_file() removes this file, which a child may be in the middle of.
void note_unfinished_file(const std::filesystem::path& partial);

/// Removes the file that write_file() may be in the middle of, or that was noted. For a signal
/// handler: calls only what is safe there.
void remove_unfinished_file();

} // namespace cudalab::grader
