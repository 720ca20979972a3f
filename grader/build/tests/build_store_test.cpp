// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/build/build_store.h"

#include <chrono>
#include <fstream>

#include <doctest/doctest.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace cudalab::grader;
namespace fs = std::filesystem;

namespace {

struct scratch {
  scratch() {
    std::string name = (fs::temp_directory_path() / "build_store_XXXXXX").string();
    REQUIRE(mkdtemp(name.data()) != nullptr);
    path = name;
  }
  ~scratch() { fs::remove_all(path); }
  fs::path path;
};

void make_old(const fs::path& folder, std::chrono::hours age) {
  fs::create_directories(folder);
  fs::last_write_time(folder, fs::file_time_type::clock::now() - age);
}

} // namespace

TEST_CASE("a build that is not kept leaves nothing") {
  const scratch store;
  {
    const build_folder folder(store.path);
    std::ofstream(folder.path() / "program") << "x";
  }
  CHECK(fs::is_empty(store.path));
}

TEST_CASE("a tool that is stopped removes what it was building") {
  const scratch store;
  const pid_t tool = fork();
  if (tool == 0) {
    build_folder kept(store.path);
    kept.keep_as(store.path / "0123" / "fast");
    const build_folder folder(store.path);
    std::ofstream(folder.path() / "program") << "x";
    remove_unfinished_builds();
    _exit(0);
  }
  waitpid(tool, nullptr, 0);
  CHECK(fs::exists(store.path / "0123" / "fast"));
  CHECK(std::distance(fs::directory_iterator(store.path), fs::directory_iterator()) == 1);
}

TEST_CASE("of two builds of one file the first stays") {
  const scratch store;
  const fs::path place = store.path / "0123" / "fast";
  for (const char* content : {"first", "second"}) {
    build_folder folder(store.path);
    std::ofstream(folder.path() / "program") << content;
    folder.keep_as(place);
  }
  std::string content;
  std::ifstream(place / "program") >> content;
  CHECK(content == "first");
  CHECK(std::distance(fs::directory_iterator(store.path), fs::directory_iterator()) == 1);
}

TEST_CASE("pruning removes the oldest and what was left unfinished, nothing young") {
  using namespace std::chrono_literals;
  const scratch store;
  make_old(store.path / "a", 3h);
  make_old(store.path / "b", 2h);
  make_old(store.path / "c", 0h);
  make_old(store.path / "unfinished-old", 2h);
  make_old(store.path / "unfinished-new", 0h);
  prune_builds(store.path, 2);
  CHECK_FALSE(fs::exists(store.path / "a"));
  CHECK(fs::exists(store.path / "b"));
  CHECK(fs::exists(store.path / "c"));
  CHECK_FALSE(fs::exists(store.path / "unfinished-old"));
  CHECK(fs::exists(store.path / "unfinished-new"));
  prune_builds(store.path, 0);
  CHECK_FALSE(fs::exists(store.path / "b"));
  CHECK(fs::exists(store.path / "c"));
}
