// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// A control group of the kernel for one child: a bound on memory and tasks that no look at
/// processes can miss, where the judge may make groups.
///
/// Version 2 where a folder that this user owns hands on the controllers `memory` and `pids` (a
/// session of systemd, most containers with cgroups of their own); else version 1 where its folders
/// can be written (root on older systems).
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace cudalab::grader {

/// Where groups can be made: below these folders, one for version 2, one a controller for
/// version 1.
struct control_group_places {
  int version = 0; ///< 0: nowhere
  std::vector<std::filesystem::path> folders;
};

/// `membership`: the text of /proc/self/cgroup. `root`: /sys/fs/cgroup. Both are parameters for
/// tests.
control_group_places find_control_groups(const std::string& membership,
                                         const std::filesystem::path& root);

/// This process's, looked for once.
const control_group_places& control_groups_here();

/// Removes all groups of this process: the tool is about to end, and all its children have.
void remove_control_groups();

class control_group {
public:
  /// Nothing where no group can be made; never throws.
  static std::unique_ptr<control_group> make(const control_group_places& places,
                                             std::size_t memory_bytes, unsigned tasks);
  ~control_group(); ///< removes it; its processes must have ended
  control_group(const control_group&) = delete;
  control_group& operator=(const control_group&) = delete;

  /// Descriptors of cgroup.procs: a process that writes "0" to each has joined.
  const std::vector<int>& join_descriptors() const { return join_descriptors_; }
  /// The kernel has ended a process of the group for lack of memory.
  bool ran_out_of_memory() const;

private:
  control_group() = default;
  bool add(const std::filesystem::path& parent, int version, std::size_t memory_bytes,
           unsigned tasks);

  std::vector<std::filesystem::path> folders_;
  std::vector<int> join_descriptors_;
};

} // namespace cudalab::grader
