// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/run/sandbox/control_group.h"

#include <cstdlib>
#include <fstream>

#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "grader/run/child_process.h"
#include "grader/run/private_folder.h"

using namespace cudalab::grader;
namespace fs = std::filesystem;

namespace {

void put(const fs::path& file, const std::string& text) {
  fs::create_directories(file.parent_path());
  std::ofstream(file) << text;
}

/// A file system as the kernel shows its groups, version 2.
void make_group(const fs::path& folder, const std::string& handed_on) {
  put(folder / "cgroup.controllers", "cpu memory pids");
  put(folder / "cgroup.subtree_control", handed_on);
  put(folder / "cgroup.procs", "");
}

} // namespace

TEST_CASE("a group is made in the judge's own, or beside it") {
  const private_folder root("groups");
  make_group(root.path(), "");
  make_group(root.path() / "user", "memory pids");
  make_group(root.path() / "user/judge", "");
  auto found = find_control_groups("0::/user/judge\n", root.path());
  CHECK(found.version == 2);
  REQUIRE(found.folders.size() == 1);
  CHECK(found.folders[0] == root.path() / "user");

  make_group(root.path() / "user/judge", "cpu memory pids");
  found = find_control_groups("0::/user/judge\n", root.path());
  REQUIRE(found.folders.size() == 1);
  CHECK(found.folders[0] == root.path() / "user/judge");
}

TEST_CASE("where controllers are not handed on there are no groups") {
  const private_folder root("groups");
  make_group(root.path(), "");
  make_group(root.path() / "user", "cpu");
  make_group(root.path() / "user/judge", "memory");
  CHECK(find_control_groups("0::/user/judge\n", root.path()).version == 0);
  CHECK(find_control_groups("", root.path()).version == 0);
  CHECK(find_control_groups("0::/\n", "/nonexistent").version == 0);
}

TEST_CASE("version 1 has a folder for each controller") {
  const private_folder root("groups");
  put(root.path() / "memory/a/b/cgroup.procs", "");
  const std::string membership = "5:cpu,cpuacct:/\n4:memory:/a/b\n3:pids:/\n0::/\n";
  CHECK(find_control_groups(membership, root.path()).version == 0);
  put(root.path() / "pids/cgroup.procs", "");
  const auto found = find_control_groups(membership, root.path());
  CHECK(found.version == 1);
  REQUIRE(found.folders.size() == 2);
  CHECK(found.folders[0] == root.path() / "memory/a/b");
}

TEST_CASE("a group bounds memory and tasks, says so, and is gone at the end") {
  const auto& here = control_groups_here();
  if (here.version == 0) {
    MESSAGE("skipped: no control groups can be made here");
    return;
  }
  const auto groups_left = [&] {
    std::size_t count = 0;
    for (const fs::path& place : here.folders)
      for (const auto& item : fs::directory_iterator(place))
        count +=
            item.path().filename().string().rfind("cudalab-" + std::to_string(getpid()), 0) == 0;
    return count;
  };
  {
    const auto group = control_group::make(here, std::size_t{32} << 20, 100);
    REQUIRE(group);
    CHECK(group->join_descriptors().size() == here.folders.size());
    CHECK(groups_left() == here.folders.size());
    CHECK_FALSE(group->ran_out_of_memory());
    const pid_t child = fork();
    if (child == 0) {
      for (const int descriptor : group->join_descriptors())
        if (write(descriptor, "0", 1) != 1)
          _exit(1);
      constexpr std::size_t much = std::size_t{256} << 20;
      auto* memory = static_cast<volatile char*>(std::malloc(much));
      for (std::size_t i = 0; i < much; i += 4096)
        memory[i] = 1;
      _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    CHECK(WIFSIGNALED(status));
    CHECK(group->ran_out_of_memory());
  }
  CHECK(groups_left() == 0);
}

TEST_CASE("every child is in a group of its own, where groups can be made") {
  const auto& here = control_groups_here();
  if (here.version == 0) {
    MESSAGE("skipped: no control groups can be made here");
    return;
  }
  child_settings settings;
  settings.command = {"/bin/cat", "/proc/self/cgroup"};
  child_process child(settings);
  child.wait(-1, std::chrono::steady_clock::now() + std::chrono::minutes(1));
  CHECK(child.printed().find("/cudalab-" + std::to_string(getpid()) + '-') != std::string::npos);
}
