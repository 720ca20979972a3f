// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/files/read_text.h"

#include <fstream>

#include <doctest/doctest.h>

#include "grader/tests/scratch_folder.h"

using namespace cudalab::grader;
namespace fs = std::filesystem;

namespace {

std::string why_unread(const fs::path& file, file_links links = file_links::followed) {
  try {
    read_regular_file(file, 1 << 20, links);
  } catch (const unreadable_file& problem) {
    return problem.what();
  }
  return "";
}

} // namespace

TEST_CASE("what is no regular file is not waited for, and not read") {
  const scratch_folder here;
  const fs::path pipe = here.path() / "pipe";
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  fs::create_symlink("/dev/zero", here.path() / "link");
  CHECK(why_unread(pipe) == "is a pipe");
  CHECK(why_unread(here.path()) == "is a folder");
  CHECK(why_unread(here.path() / "link") == "is a device");
  CHECK(why_unread(here.path() / "none") == "cannot be read: No such file or directory");
  CHECK(content_of(pipe).empty());
  CHECK(content_of(here.path() / "link").empty());
}

TEST_CASE("a regular file is read up to a size, through a link where links are followed") {
  const scratch_folder here;
  const fs::path file = here.path() / "file", link = here.path() / "link";
  std::ofstream(file) << std::string(1 << 20, 'x');
  fs::create_symlink("file", link);
  CHECK(read_regular_file(link, 1 << 20).size() == 1 << 20);
  CHECK(why_unread(link, file_links::refused).rfind("cannot be read", 0) == 0);
  std::ofstream(file, std::ios::app) << 'x';
  CHECK(why_unread(file) == "is larger than 1 MiB");
  CHECK_FALSE(content_of("/proc/self/cgroup").empty()); // its size is said to be 0
}
