// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The folder of programs that were built: `build/submissions/lab04/<fingerprint>/<flavour>/`.
#pragma once

#include <filesystem>
#include <string>

namespace cudalab::grader {

/// A folder of its own for one build, removed at the end unless it was kept.
class build_folder {
public:
  /// @throws std::filesystem::filesystem_error when the build folder cannot be written
  explicit build_folder(const std::filesystem::path& store);
  ~build_folder();
  build_folder(const build_folder&) = delete;
  build_folder& operator=(const build_folder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  /// Moves it to its place in one step. When another build was there first, that one stays: both
  /// are of the same file.
  void keep_as(const std::filesystem::path& place);

private:
  std::filesystem::path path_;
};

/// Removes the folders of builds that are in the middle, for a tool that is about to end: whoever
/// uses a build_folder after it waits for ever.
void remove_unfinished_builds();

/// Removes the oldest builds beyond `keep`, none that is younger than ten minutes (it may be
/// running), and what killed builds have left behind. Never throws.
void prune_builds(const std::filesystem::path& store, std::size_t keep);

} // namespace cudalab::grader
