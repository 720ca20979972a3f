// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/run/process_scan.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <optional>

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

namespace cudalab::grader {
namespace {

std::optional<process_entry> read_process(pid_t pid) {
  char path[64];
  std::snprintf(path, sizeof path, "/proc/%d/stat", pid);
  const int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return std::nullopt;
  char text[1024];
  const ssize_t got = read(fd, text, sizeof text - 1);
  close(fd);
  if (got <= 0)
    return std::nullopt;
  text[got] = '\0';
  // pid (name) state parent group session ...: the name may hold anything, brackets too.
  const char* rest = std::strrchr(text, ')');
  process_entry entry;
  entry.pid = pid;
  long resident_pages = 0;
  if (!rest || std::sscanf(rest + 1,
                           " %c %d %*d %d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %*d "
                           "%*d %*u %*u %ld",
                           &entry.state, &entry.parent, &entry.session, &resident_pages) != 4)
    return std::nullopt;
  static const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  entry.resident_bytes = static_cast<std::size_t>(std::max(resident_pages, 0L)) * page;
  return entry;
}

/// Calls `see` with each number among the names in a folder of /proc.
template <class See>
void for_each_number_in(const char* path, const See& see) {
  DIR* folder = opendir(path);
  if (!folder)
    return;
  while (const dirent* item = readdir(folder))
    if (const int number = std::atoi(item->d_name); number > 0)
      see(number);
  closedir(folder);
}

/// Each thread of a process has a list of the children that it started.
std::vector<pid_t> children_of(pid_t parent) {
  std::vector<pid_t> children;
  char path[64];
  std::snprintf(path, sizeof path, "/proc/%d/task", parent);
  for_each_number_in(path, [&](int thread) {
    std::snprintf(path, sizeof path, "/proc/%d/task/%d/children", parent, thread);
    std::ifstream list(path);
    for (pid_t child = 0; list >> child;)
      children.push_back(child);
  });
  return children;
}

/// False when the kernel was built without them.
bool has_lists_of_children() {
  static const bool has = access("/proc/thread-self/children", R_OK) == 0;
  return has;
}

} // namespace

std::vector<process_entry> scan_processes() {
  std::vector<process_entry> all;
  for_each_number_in("/proc", [&](int pid) {
    if (const auto entry = read_process(pid))
      all.push_back(*entry);
  });
  return all;
}

std::vector<process_entry> scan_descendants(pid_t ancestor) {
  if (!has_lists_of_children())
    return scan_processes();
  std::vector<process_entry> all;
  if (const auto entry = read_process(ancestor))
    all.push_back(*entry);
  for (std::size_t i = 0; i < all.size(); ++i) // grows while it runs
    for (const pid_t child : children_of(all[i].pid))
      if (const auto entry = read_process(child))
        all.push_back(*entry);
  return all;
}

std::vector<process_entry> family_of(pid_t root, const std::vector<process_entry>& all,
                                     const std::vector<pid_t>& strangers) {
  const pid_t judge = getpid();
  const pid_t own_session = getsid(0);
  const auto is_stranger = [&](pid_t id) {
    return std::find(strangers.begin(), strangers.end(), id) != strangers.end();
  };
  std::vector<process_entry> family;
  for (const process_entry& entry : all) {
    const bool orphan = entry.parent == judge && entry.session != own_session &&
                        !is_stranger(entry.session) && !is_stranger(entry.pid);
    if (entry.pid == root)
      family.insert(family.begin(), entry);
    else if (orphan)
      family.push_back(entry);
  }
  for (std::size_t i = 0; i < family.size(); ++i) // grows while it runs
    for (const process_entry& entry : all) {
      const auto same = [&](const process_entry& other) { return other.pid == entry.pid; };
      if (entry.parent == family[i].pid && std::none_of(family.begin(), family.end(), same))
        family.push_back(entry);
    }
  return family;
}

} // namespace cudalab::grader
