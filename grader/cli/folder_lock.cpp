// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/cli/folder_lock.h"

#include <cerrno>
#include <chrono>
#include <thread>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace cudalab::grader {

folder_lock::folder_lock(const std::filesystem::path& folder)
    : fd_(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
  constexpr int tries = 200;
  constexpr std::chrono::milliseconds between{10};
  for (int i = 0; fd_ >= 0 && i < tries && flock(fd_, LOCK_EX | LOCK_NB) != 0; ++i) {
    if (errno != EWOULDBLOCK && errno != EINTR)
      return;
    std::this_thread::sleep_for(between);
  }
}

folder_lock::~folder_lock() {
  if (fd_ >= 0)
    close(fd_);
}

} // namespace cudalab::grader
