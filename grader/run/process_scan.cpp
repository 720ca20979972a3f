// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/run/process_scan.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string_view>

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

namespace cudalab::grader {
namespace {

/// The beginning of one of /proc's files, as much as there is room for; empty when it is gone.
template <std::size_t Room>
std::string_view read_start(const char* path, char (&room)[Room]) {
  const int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return {};
  std::size_t size = 0;
  for (ssize_t got; size < Room - 1 && (got = read(fd, room + size, Room - 1 - size)) > 0;)
    size += static_cast<std::size_t>(got);
  close(fd);
  room[size] = '\0';
  return {room, size};
}

std::optional<process_entry> read_process(pid_t pid) {
  char path[64];
  std::snprintf(path, sizeof path, "/proc/%d/stat", pid);
  char text[1024];
  if (read_start(path, text).empty())
    return std::nullopt;
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
    // (A program of more than some 2,000 children has reached its limit of processes long before.)
    static thread_local char text[16384];
    const char* end = read_start(path, text).data();
    for (char* next = nullptr; end != nullptr; end = next) {
      const long child = std::strtol(end, &next, 10);
      if (next == end)
        break;
      children.push_back(static_cast<pid_t>(child));
    }
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

void add_waits_of(pid_t process, waits_for_processor& to) {
  char path[64];
  std::snprintf(path, sizeof path, "/proc/%d/task", process);
  for_each_number_in(path, [&](int thread) {
    std::snprintf(path, sizeof path, "/proc/%d/task/%d/schedstat", process, thread);
    char text[128]; // time that it ran, time that it waited, how often it ran
    long long waited = 0;
    if (std::sscanf(read_start(path, text).empty() ? "" : text, "%*d %lld", &waited) == 1)
      to[thread] = std::chrono::nanoseconds(waited);
  });
}

std::chrono::nanoseconds longest_wait_since(const waits_for_processor& then,
                                            const waits_for_processor& now) {
  std::chrono::nanoseconds longest{0};
  for (const auto& [thread, waited] : now) {
    const auto before = then.find(thread);
    longest = std::max(longest, before == then.end() ? waited : waited - before->second);
  }
  return longest;
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
