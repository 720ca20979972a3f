// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// News of one file, from the kernel (inotify) and, where that has none (network folders), from
/// looking at it.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "grader/watch/save_debouncer.h"

namespace cudalab::grader {

/// The file may be absent, come, go, or be a link; so may its folder.
class file_watch {
public:
  explicit file_watch(std::filesystem::path file);
  ~file_watch();
  file_watch(const file_watch&) = delete;
  file_watch& operator=(const file_watch&) = delete;

  /// Readable when there is news; -1: only looking helps.
  int descriptor() const { return inotify_; }
  /// To be waited at most before news() is called again.
  std::chrono::milliseconds patience() const;
  /// What has happened since the last call, of the file and of headers beside it.
  std::vector<save_event> news();

private:
  /// What changes when a file does.
  struct traces {
    bool there = false;
    unsigned long long device = 0, number = 0, size = 0;
    long long seconds = 0, nanoseconds = 0;
    bool operator==(const traces&) const = default;
  };
  struct folder {
    std::filesystem::path path;
    std::string name; ///< of the file in it
    int watch = -1;
  };

  traces look() const;
  void watch_folders();
  void read_events(std::vector<save_event>& news);

  std::filesystem::path file_;
  int inotify_;
  std::vector<folder> folders_; ///< of the file, and of what it is a link to
  traces last_;
};

} // namespace cudalab::grader
