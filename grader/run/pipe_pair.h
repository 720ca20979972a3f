// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// A pipe whose ends are closed with it.
#pragma once

#include <cerrno>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

namespace cudalab::grader {

struct pipe_pair {
  /// @throws std::system_error
  pipe_pair() {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
      throw std::system_error(errno, std::generic_category(), "pipe");
    read_end = ends[0];
    write_end = ends[1];
  }
  ~pipe_pair() {
    close_end(read_end);
    close_end(write_end);
  }
  pipe_pair(const pipe_pair&) = delete;
  pipe_pair& operator=(const pipe_pair&) = delete;

  static void close_end(int& fd) {
    if (fd >= 0)
      close(std::exchange(fd, -1));
  }

  int read_end = -1, write_end = -1;
};

} // namespace cudalab::grader
