// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The content of a file that may be anything: nothing is waited for, and nothing is endless.
#pragma once

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <string>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace cudalab::grader {

/// what() goes on after the file's name: "is a pipe".
struct unreadable_file : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A folder, a pipe, a device.
struct no_regular_file : unreadable_file {
  using unreadable_file::unreadable_file;
};

enum class file_links { followed, refused };

namespace files {

class open_file {
public:
  /// Does not wait for the other end of a pipe.
  open_file(const std::filesystem::path& path, file_links links)
      : fd_(open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC |
                                   (links == file_links::refused ? O_NOFOLLOW : 0))) {}
  ~open_file() {
    if (fd_ >= 0)
      close(fd_);
  }
  open_file(const open_file&) = delete;
  open_file& operator=(const open_file&) = delete;
  int fd() const { return fd_; }

private:
  int fd_;
};

[[noreturn]] inline void fail_to_read() {
  throw unreadable_file(std::string("cannot be read: ") + std::strerror(errno));
}

} // namespace files

/// A regular file's content. @param most bytes @throws unreadable_file
inline std::string read_regular_file(const std::filesystem::path& file, std::size_t most,
                                     file_links links = file_links::followed) {
  const files::open_file opened(file, links);
  struct stat status {};
  if (opened.fd() < 0 || fstat(opened.fd(), &status) != 0)
    files::fail_to_read();
  if (!S_ISREG(status.st_mode))
    throw no_regular_file(S_ISDIR(status.st_mode)    ? "is a folder"
                          : S_ISFIFO(status.st_mode) ? "is a pipe"
                          : S_ISSOCK(status.st_mode) ? "is a socket"
                                                     : "is a device");
  std::string text;
  for (char part[1 << 16]; text.size() <= most;) {
    const ssize_t got = read(opened.fd(), part, sizeof part);
    if (got < 0 && errno == EINTR)
      continue;
    if (got < 0)
      files::fail_to_read();
    if (got == 0)
      return text;
    text.append(part, static_cast<std::size_t>(got));
  }
  throw unreadable_file("is larger than " + std::to_string(most >> 20) + " MiB");
}

/// What is written by the course itself is smaller than this.
inline constexpr std::size_t largest_own_file = std::size_t{64} << 20;

/// Empty where it cannot be read, or is no regular file.
inline std::string content_of(const std::filesystem::path& file) {
  try {
    return read_regular_file(file, largest_own_file);
  } catch (const unreadable_file&) {
    return "";
  }
}

} // namespace cudalab::grader
