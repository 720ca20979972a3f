// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/watch/file_watch.h"

#include <algorithm>

#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grader/files/paths.h"
#include "grader/watch/saved_content.h"

namespace cudalab::grader {

namespace {

namespace fs = std::filesystem;

constexpr std::uint32_t written = IN_MODIFY | IN_CREATE;
constexpr std::uint32_t complete = IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE;

} // namespace

file_watch::file_watch(fs::path file)
    : file_(std::move(file)), inotify_(inotify_init1(IN_CLOEXEC | IN_NONBLOCK)) {
  folders_.push_back({file_.parent_path(), file_.filename().string()});
  std::error_code trouble;
  const fs::path target = fs::canonical(file_, trouble);
  if (!trouble && fs::is_symlink(file_))
    folders_.push_back({target.parent_path(), target.filename().string()});
  watch_folders();
  last_ = look();
}

file_watch::~file_watch() {
  if (inotify_ >= 0)
    close(inotify_);
}

void file_watch::watch_folders() {
  for (folder& each : folders_)
    if (inotify_ >= 0 && each.watch < 0)
      each.watch = inotify_add_watch(inotify_, each.path.c_str(), written | complete | IN_ONLYDIR);
}

std::chrono::milliseconds file_watch::patience() const {
  const bool blind = std::any_of(folders_.begin(), folders_.end(),
                                 [](const folder& each) { return each.watch < 0; });
  return std::chrono::milliseconds(blind ? 100 : 1000);
}

file_watch::traces file_watch::look() const {
  struct stat here {};
  if (stat(file_.c_str(), &here) != 0)
    return {};
  return {true,
          static_cast<unsigned long long>(here.st_dev),
          static_cast<unsigned long long>(here.st_ino),
          static_cast<unsigned long long>(here.st_size),
          here.st_mtim.tv_sec,
          here.st_mtim.tv_nsec};
}

void file_watch::read_events(std::vector<save_event>& news) {
  alignas(inotify_event) char buffer[16384];
  for (ssize_t got; inotify_ >= 0 && (got = read(inotify_, buffer, sizeof buffer)) > 0;)
    for (char* at = buffer; at < buffer + got;) {
      const auto* event = reinterpret_cast<const inotify_event*>(at);
      at += sizeof(inotify_event) + event->len;
      for (folder& each : folders_) {
        if (event->wd != each.watch)
          continue;
        if ((event->mask & IN_IGNORED) != 0) { // the folder is gone
          each.watch = -1;
          news.push_back(save_event::complete);
        } else if (event->len > 0 && (event->name == each.name || is_header(event->name))) {
          news.push_back((event->mask & complete) != 0 ? save_event::complete
                                                       : save_event::written);
        }
      }
    }
}

std::vector<save_event> file_watch::news() {
  std::vector<save_event> result;
  read_events(result);
  watch_folders();
  const traces now = look();
  if (result.empty() && now != last_)
    result.push_back(save_event::complete);
  last_ = now;
  return result;
}

} // namespace cudalab::grader
