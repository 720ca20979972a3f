// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/files/write_file.h"

#include <iterator>
#include <system_error>

#include <doctest/doctest.h>
#include <unistd.h>

#include "grader/files/read_text.h"
#include "grader/tests/scratch_folder.h"

using namespace cudalab::grader;
namespace fs = std::filesystem;

namespace {

std::size_t files_in(const fs::path& folder) {
  return static_cast<std::size_t>(
      std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

} // namespace

TEST_CASE("a file is written, replaced, and nothing else is left beside it") {
  scratch_folder scratch;
  const fs::path file = scratch.path() / "grade.json";
  write_file(file, "one");
  CHECK(content_of(file) == "one");
  write_file(file, "two");
  CHECK(content_of(file) == "two");
  CHECK(files_in(scratch.path()) == 1);
}

TEST_CASE("a link stays a link") {
  scratch_folder scratch;
  write_file(scratch.path() / "real", "one");
  fs::create_symlink(scratch.path() / "real", scratch.path() / "link");
  write_file(scratch.path() / "link", "two");
  CHECK(fs::is_symlink(scratch.path() / "link"));
  CHECK(content_of(scratch.path() / "real") == "two");
}

TEST_CASE("what cannot be written is said, with the file's name") {
  scratch_folder scratch;
  CHECK_THROWS_WITH_AS(write_file(scratch.path() / "no" / "such" / "folder", "x"),
                       doctest::Contains("folder"), std::system_error);
  CHECK_THROWS_AS(write_file(scratch.path(), "x"), std::system_error);
  CHECK(files_in(scratch.path()) == 0);
}

TEST_CASE("a file in parts is there when it is finished, and else nothing is") {
  scratch_folder scratch;
  const fs::path file = scratch.path() / "plan.json";
  write_file(file, "old");
  {
    whole_file dropped(file);
    dropped.add(std::string(200'000, 'x'));
    CHECK(files_in(scratch.path()) == 2);
    CHECK(content_of(file) == "old");
  }
  CHECK(files_in(scratch.path()) == 1);
  whole_file made(file);
  for (int i = 0; i < 1000; ++i)
    made.add(std::string(100, 'y'));
  made.finish();
  CHECK(content_of(file) == std::string(100'000, 'y'));
  CHECK(files_in(scratch.path()) == 1);
}

TEST_CASE("what is half written has a name that no other process has, on no other machine") {
  char host[64] = "";
  REQUIRE(gethostname(host, sizeof host - 1) == 0);
  const fs::path one = partial_name("results/ann.json"), other = partial_name("results/ann.json");
  CHECK(one.parent_path() == "results");
  CHECK(one.filename().string().rfind(std::string(".ann.json.part-") + host + "-", 0) == 0);
  CHECK(one != other);
  CHECK(partial_name(std::string(250, 'a')).filename().string().size() < 256);
}

TEST_CASE("a full disk leaves the old file as it was") {
  CHECK_THROWS_AS(write_file("/dev/full", "x"), std::system_error);
}
