// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/sanitizer/read_logs.h"

#include <fstream>

#include <doctest/doctest.h>
#include <sys/stat.h>

#include "grader/tests/scratch_folder.h"

using namespace cudalab::grader;
namespace fs = std::filesystem;

namespace {

constexpr const char* good = "========= COMPUTE-SANITIZER\n========= ERROR SUMMARY: 0 errors\n";

} // namespace

TEST_CASE("logs that all have an end are whole") {
  const scratch_folder folder;
  CHECK_FALSE(read_logs(folder.path(), "memcheck").whole);
  std::ofstream(folder.path() / "1.log") << good;
  std::ofstream(folder.path() / "2.log") << good;
  const tool_logs logs = read_logs(folder.path(), "memcheck");
  CHECK(logs.whole);
  CHECK(logs.text == std::string(good) + '\n' + good + '\n');
  std::ofstream(folder.path() / "3.log") << "========= COMPUTE-SANITIZER\n";
  CHECK_FALSE(read_logs(folder.path(), "memcheck").whole);
}

TEST_CASE("what a watched program puts among the logs is neither waited for nor followed") {
  const scratch_folder folder;
  std::ofstream(folder.path() / "1.log") << good;
  SUBCASE("a pipe") {
    REQUIRE(mkfifo((folder.path() / "2.log").c_str(), 0600) == 0);
  }
  SUBCASE("a link to an endless file") {
    fs::create_symlink("/dev/zero", folder.path() / "2.log");
  }
  SUBCASE("a folder") {
    fs::create_directory(folder.path() / "2.log");
  }
  SUBCASE("a file that only seems to be large") {
    std::ofstream(folder.path() / "2.log").put('x');
    fs::resize_file(folder.path() / "2.log", std::uintmax_t{100} << 20);
  }
  const tool_logs logs = read_logs(folder.path(), "memcheck");
  CHECK_FALSE(logs.whole);
  CHECK(logs.text == std::string(good) + '\n');
}
