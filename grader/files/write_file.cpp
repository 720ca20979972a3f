// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/files/write_file.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <climits>
#include <cstdint>
#include <cstring>
#include <string>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/random.h>
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

fs::path folder_of(const fs::path& target) {
  return target.has_parent_path() ? target.parent_path() : fs::path(".");
}

void sync_folder(const fs::path& folder) {
  const int fd = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd >= 0) { // where a folder cannot be synced the file is written all the same
    fsync(fd);
    close(fd);
  }
}

} // namespace

whole_file::whole_file(const fs::path& target) : target_(target), partial_(partial_name(target)) {
  fd_ = open(partial_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
  if (fd_ < 0)
    fail("cannot write " + target.string());
  note_unfinished_file(partial_);
}

whole_file::~whole_file() {
  if (fd_ < 0)
    return;
  close(fd_);
  unlink(partial_.c_str());
  is_half_written = false;
}

void whole_file::add(std::string_view part) {
  constexpr std::size_t most_held = std::size_t{64} << 10;
  held_ += part;
  if (held_.size() > most_held)
    write_held();
}

void whole_file::write_held() {
  write_all(fd_, held_, target_);
  held_.clear();
}

void whole_file::finish() {
  write_held();
  if (fsync(fd_) != 0 || rename(partial_.c_str(), target_.c_str()) != 0)
    fail("cannot write " + target_.string());
  is_half_written = false;
  close(fd_);
  fd_ = -1;
  sync_folder(folder_of(target_));
}

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
  whole_file made(fs::is_symlink(asked, ignored) ? fs::canonical(asked) : asked);
  made.add(content);
  made.finish();
}

fs::path partial_name(const fs::path& target) {
  constexpr std::size_t longest_part = 100; // of names that have up to 255 bytes
  std::array<char, 64> host{};
  gethostname(host.data(), host.size() - 1);
  std::uint64_t drawn = 0;
  if (getrandom(&drawn, sizeof drawn, 0) != sizeof drawn)
    fail("no random number for a name beside " + target.string());
  return folder_of(target) / fmt::format(".{}.part-{}-{}-{:016x}",
                                         target.filename().string().substr(0, longest_part),
                                         host.data(), getpid(), drawn);
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
