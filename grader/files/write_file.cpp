// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/files/write_file.h"

#include <atomic>
#include <cerrno>
#include <climits>
#include <cstring>
#include <string>
#include <system_error>

#include <fcntl.h>
#include <unistd.h>

namespace cudalab::grader {

namespace {

namespace fs = std::filesystem;

// For remove_unfinished_file(): plain memory, since a signal handler may read it.
char unfinished[PATH_MAX];
std::atomic<bool> is_half_written{false};

[[noreturn]] void fail(const std::string& what) {
  throw std::system_error(errno, std::generic_category(), what);
}

void write_all(int fd, std::string_view content, const fs::path& target) {
  while (!content.empty()) {
    const ssize_t count = write(fd, content.data(), content.size());
    if (count < 0 && errno == EINTR)
      continue;
    if (count < 0)
      fail("cannot write " + target.string());
    content.remove_prefix(static_cast<std::size_t>(count));
  }
}

void write_directly(const fs::path& target, std::string_view content) {
  // A pipe that nobody reads from would keep us waiting for ever.
  const int fd = open(target.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC);
  if (fd < 0)
    fail("cannot open " + target.string());
  fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) & ~O_NONBLOCK);
  try {
    write_all(fd, content, target);
  } catch (...) {
    close(fd);
    throw;
  }
  close(fd);
}

void sync_folder(const fs::path& folder) {
  const int fd = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd >= 0) { // where a folder cannot be synced the file is written all the same
    fsync(fd);
    close(fd);
  }
}

} // namespace

void write_file(const fs::path& asked, std::string_view content) {
  std::error_code ignored;
  if (fs::exists(asked, ignored) && !fs::is_regular_file(asked, ignored)) {
    if (fs::is_directory(asked, ignored)) {
      errno = EISDIR;
      fail("cannot write " + asked.string());
    }
    return write_directly(asked, content);
  }
  // A link is followed, so that it stays a link.
  const fs::path target = fs::is_symlink(asked, ignored) ? fs::canonical(asked) : asked;
  const fs::path folder = target.has_parent_path() ? target.parent_path() : fs::path(".");
  const std::string partial =
      (folder / ("." + target.filename().string() + ".part-" + std::to_string(getpid()))).string();
  const int fd = open(partial.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (fd < 0)
    fail("cannot write " + target.string());
  note_unfinished_file(partial);
  try {
    write_all(fd, content, target);
    if (fsync(fd) != 0)
      fail("cannot write " + target.string());
    if (rename(partial.c_str(), target.c_str()) != 0)
      fail("cannot write " + target.string());
  } catch (...) {
    close(fd);
    unlink(partial.c_str());
    is_half_written = false;
    throw;
  }
  is_half_written = false;
  close(fd);
  sync_folder(folder);
}

void note_unfinished_file(const fs::path& partial) {
  std::strncpy(unfinished, partial.c_str(), sizeof unfinished - 1);
  is_half_written = true;
}

void remove_unfinished_file() {
  if (is_half_written)
    unlink(unfinished);
}

} // namespace cudalab::grader
