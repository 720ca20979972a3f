// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/run/sandbox/control_group.h"

#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <iterator>
#include <sstream>
#include <thread>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grader/files/read_text.h"

namespace cudalab::grader {
namespace {

namespace fs = std::filesystem;

const std::string prefix = "cudalab-";

bool put(const fs::path& file, const std::string& text) {
  const int fd = open(file.c_str(), O_WRONLY | O_CLOEXEC);
  if (fd < 0)
    return false;
  const bool done = write(fd, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  close(fd);
  return done;
}

bool has_word(const std::string& text, const std::string& wanted) {
  std::istringstream words(text);
  for (std::string word; words >> word;)
    if (word == wanted)
      return true;
  return false;
}

bool may_write(const fs::path& path) {
  return access(path.c_str(), W_OK) == 0;
}

/// "memory" in "4:memory:/a/b", "" in "0::/a/b": the path behind it; nothing when there is none.
std::string path_for(const std::string& membership, const std::string& controller) {
  std::istringstream lines(membership);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t first = line.find(':'), second = line.find(':', first + 1);
    if (second == std::string::npos)
      continue;
    std::string names = line.substr(first + 1, second - first - 1);
    for (char& c : names)
      c = c == ',' ? ' ' : c;
    if (controller.empty() ? names.empty() : has_word(names, controller))
      return line.substr(second + 1);
  }
  return "";
}

/// A group cannot hand on controllers and hold processes, so that the place is most often the
/// parent of the judge's own group. Moving a process asks for write access to its cgroup.procs too.
bool hands_on(const fs::path& folder) {
  const std::string controllers = content_of(folder / "cgroup.subtree_control");
  return has_word(controllers, "memory") && has_word(controllers, "pids") && may_write(folder) &&
         may_write(folder / "cgroup.procs");
}

/// Groups of this judge, or of judges that were killed.
void remove_groups(const fs::path& parent, bool own) {
  std::error_code ignored;
  for (const auto& item : fs::directory_iterator(parent, ignored)) {
    const std::string name = item.path().filename();
    if (name.rfind(prefix, 0) != 0)
      continue;
    const int judge = std::atoi(name.c_str() + prefix.size());
    if (judge > 0 && (own ? judge == getpid() : kill(judge, 0) != 0 && errno == ESRCH))
      rmdir(item.path().c_str());
  }
}

} // namespace

control_group_places find_control_groups(const std::string& membership, const fs::path& root) {
  const std::string own = path_for(membership, "");
  for (const fs::path& mounted : {root, root / "unified"}) {
    if (own.empty() || !fs::exists(mounted / "cgroup.controllers"))
      continue;
    const fs::path group = (mounted / own.substr(1)).lexically_normal();
    for (const fs::path& each : {group, group.parent_path()})
      if (hands_on(each))
        return {2, {each}};
  }
  control_group_places first{1, {}};
  for (const std::string controller : {"memory", "pids"}) {
    const std::string path = path_for(membership, controller);
    const fs::path folder = root / controller / (path.empty() ? "" : path.substr(1));
    if (path.empty() || !may_write(folder) || !may_write(folder / "cgroup.procs"))
      return {};
    first.folders.push_back(folder);
  }
  return first;
}

const control_group_places& control_groups_here() {
  static const control_group_places places = [] {
    control_group_places found;
    try {
      found = find_control_groups(content_of("/proc/self/cgroup"), "/sys/fs/cgroup");
    } catch (const std::exception&) { // as good as none
    }
    for (const fs::path& each : found.folders)
      remove_groups(each, false);
    return found;
  }();
  return places;
}

void remove_control_groups() {
  for (const fs::path& each : control_groups_here().folders)
    remove_groups(each, true);
}

std::unique_ptr<control_group> control_group::make(const control_group_places& places,
                                                   std::size_t memory_bytes, unsigned tasks) {
  std::unique_ptr<control_group> group(new control_group);
  for (const fs::path& each : places.folders)
    if (!group->add(each, places.version, memory_bytes, tasks))
      return nullptr;
  return group->folders_.empty() ? nullptr : std::move(group);
}

bool control_group::add(const fs::path& parent, int version, std::size_t memory_bytes,
                        unsigned tasks) {
  static std::atomic<unsigned> count{0};
  const fs::path folder =
      parent / (prefix + std::to_string(getpid()) + '-' + std::to_string(++count));
  if (mkdir(folder.c_str(), 0755) != 0)
    return false;
  folders_.push_back(folder);
  const std::string memory = std::to_string(memory_bytes), most = std::to_string(tasks);
  bool limited = true;
  if (version == 2) {
    limited = put(folder / "memory.max", memory) && put(folder / "pids.max", most);
    put(folder / "memory.swap.max", "0"); // not there without swap
  } else if (fs::exists(folder / "memory.limit_in_bytes")) {
    limited = put(folder / "memory.limit_in_bytes", memory);
    put(folder / "memory.memsw.limit_in_bytes", memory);
  } else {
    limited = put(folder / "pids.max", most);
  }
  const int descriptor = open((folder / "cgroup.procs").c_str(), O_WRONLY | O_CLOEXEC);
  if (descriptor >= 0)
    join_descriptors_.push_back(descriptor);
  return limited && descriptor >= 0;
}

control_group::~control_group() {
  for (const int descriptor : join_descriptors_)
    close(descriptor);
  for (const fs::path& folder : folders_)
    // The last process may still be on its way out.
    for (int left = 200; rmdir(folder.c_str()) != 0 && errno == EBUSY && left > 0; --left)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

bool control_group::ran_out_of_memory() const {
  for (const fs::path& folder : folders_)
    for (const char* file : {"memory.events", "memory.oom_control"}) {
      std::istringstream lines(content_of(folder / file));
      for (std::string name, value; lines >> name >> value;)
        if (name == "oom_kill" && value != "0")
          return true;
    }
  return false;
}

} // namespace cudalab::grader
