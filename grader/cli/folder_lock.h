// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// One process at a time.
#pragma once

#include <filesystem>

namespace cudalab::grader {

/// Holds a folder while it lives, against others that do so: no file is made for it. Whoever holds
/// it for two seconds (a stopped process) is waited for no longer, and where a file system knows no
/// locks there is none.
class folder_lock {
public:
  explicit folder_lock(const std::filesystem::path& folder);
  ~folder_lock();
  folder_lock(const folder_lock&) = delete;
  folder_lock& operator=(const folder_lock&) = delete;

private:
  int fd_;
};

} // namespace cudalab::grader
