// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/watch/file_watch.h"

#include <algorithm>
#include <fstream>

#include <doctest/doctest.h>
#include <sys/stat.h>

#include "grader/tests/scratch_folder.h"
#include "grader/watch/saved_content.h"

using namespace cudalab::grader;
namespace fs = std::filesystem;

namespace {

using events = std::vector<save_event>;

void write(const fs::path& file, const std::string& text) {
  std::ofstream(file) << text;
}

bool ends_complete(const events& news) {
  return !news.empty() && news.back() == save_event::complete;
}

} // namespace

TEST_CASE("every way to save is noticed, and ends complete") {
  scratch_folder scratch;
  const fs::path file = scratch.path() / "lab.cu", other = scratch.path() / "lab.cu.new";
  write(file, "one");
  file_watch watch(file);
  CHECK(watch.news().empty());
  write(file, "two"); // in place
  CHECK(ends_complete(watch.news()));
  CHECK(watch.news().empty());
  write(other, "three");
  CHECK(watch.news().empty()); // another file
  fs::rename(other, file);     // over it
  CHECK(ends_complete(watch.news()));
  fs::remove(file);
  CHECK(ends_complete(watch.news()));
  write(file, "four"); // there again
  CHECK(ends_complete(watch.news()));
  write(scratch.path() / "own.cuh", "a header");
  CHECK(ends_complete(watch.news()));
}

TEST_CASE("a file that is open for writing is not complete") {
  scratch_folder scratch;
  const fs::path file = scratch.path() / "lab.cu";
  write(file, "one");
  file_watch watch(file);
  std::ofstream stream(file);
  stream << "half" << std::flush;
  const events half = watch.news();
  CHECK_FALSE(half.empty());
  CHECK_FALSE(ends_complete(half));
  stream.close();
  CHECK(ends_complete(watch.news()));
}

TEST_CASE("a link's target is watched as well") {
  scratch_folder scratch, elsewhere;
  const fs::path target = elsewhere.path() / "mine.cu", link = scratch.path() / "lab.cu";
  write(target, "one");
  fs::create_symlink(target, link);
  file_watch watch(link);
  write(target, "two");
  CHECK(ends_complete(watch.news()));
}

TEST_CASE("a folder that goes and comes back") {
  scratch_folder scratch;
  const fs::path folder = scratch.path() / "lab", file = folder / "lab.cu";
  fs::create_directory(folder);
  write(file, "one");
  file_watch watch(file);
  fs::rename(folder, scratch.path() / "away");
  fs::remove_all(scratch.path() / "away");
  CHECK(ends_complete(watch.news()));
  fs::create_directory(folder);
  watch.news();
  write(file, "two");
  CHECK(ends_complete(watch.news()));
}

TEST_CASE("what is saved, and whether it differs") {
  scratch_folder scratch;
  const fs::path file = scratch.path() / "lab.cu";
  CHECK_FALSE(read_saved(file).has_value());
  write(file, " \n\t");
  const auto blank = read_saved(file);
  CHECK(blank->blank());
  write(file, "int a;\n");
  const auto before = read_saved(file);
  CHECK_FALSE(before->blank());
  write(file, "int a;\n");
  CHECK(read_saved(file) == before);
  write(scratch.path() / "own.h", "int b;\n");
  CHECK(read_saved(file) != before); // it may include that
  fs::remove(file);
  fs::create_directory(file);
  CHECK_FALSE(read_saved(file)->blank()); // the grading says what is wrong with it
  fs::remove(file);
  REQUIRE(mkfifo(file.c_str(), 0600) == 0);
  CHECK_FALSE(read_saved(file)->blank()); // nobody writes into it: it is not waited for
}
