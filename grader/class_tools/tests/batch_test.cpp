// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The instructor's commands as a person meets them. The hand-ins do not compile: that is quick.
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

#include <doctest/doctest.h>
#include <sys/wait.h>

#include "grader/files/places.h"
#include "grader/files/read_text.h"
#include "grader/tests/scratch_folder.h"

using namespace cudalab::grader;

namespace {

struct ended {
  int code = -1;
  std::string said;
  bool says(const std::string& part) const { return said.find(part) != std::string::npos; }
};

/// @param before for the shell: "ulimit -v 1000 &&"
ended run(const std::filesystem::path& folder, const std::string& arguments,
          const std::string& before = "") {
  const std::string line = "cd '" + folder.string() + "' && " + before + " '" +
                           CUDALAB_CLASS_TOOLS + "' " + arguments + " 2>&1";
  FILE* pipe = popen(line.c_str(), "r");
  REQUIRE(pipe != nullptr);
  ended result;
  std::array<char, 4096> buffer;
  while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), pipe))
    result.said.append(buffer.data(), count);
  const int status = pclose(pipe);
  result.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return result;
}

void write(const std::filesystem::path& file, const std::string& text) {
  std::filesystem::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary) << text;
}

} // namespace

TEST_CASE("a batch grades what is new, and the same command again grades nothing twice") {
  const scratch_folder scratch;
  const auto at = scratch.path();
  write(at / "in/ann 'A'.cu", "#error not yet, cuda\n");
  write(at / "in/bob.cu", "");
  write(at / "course.toml",
        "[course]\nseed = 4\nsandbox = \"optional\"\n[labs.lab04]\npoints = 8\n");
  const ended first = run(at, "batch lab04 in");
  CAPTURE(first.said);
  CHECK(first.code == 1); // bob's cannot be graded
  CHECK(first.says("Graded now: 1: 1 fail"));
  CHECK(first.says("bob: bob.cu is empty"));
  const auto result = at / "grades/lab04/results/ann%20%27A%27.json";
  REQUIRE(std::filesystem::exists(result));
  CHECK(content_of(result).find(at.string()) == std::string::npos); // no path of this machine
  CHECK(content_of(result).find("\"tools\": \"CUDA Labs ") != std::string::npos);
  CHECK(content_of(at / "grades/lab04/files/ann%20%27A%27/lab04.cu") == "#error not yet, cuda\n");
  const ended again = run(at, "batch lab04 in");
  CHECK(again.says("Graded before, with the same file and settings: 1"));
  CHECK(again.says("Graded now: 0\n"));
  std::filesystem::resize_file(result, 99);
  CHECK(run(at, "gradebook").says(",waiting,"));
  CHECK(run(at, "batch lab04 in").says("Graded now: 1: 1 fail"));
  const ended book = run(at, "gradebook");
  CHECK(book.code == 0);
  CHECK(book.says("lab04,ann 'A',,,graded,fail,0,8,0,"));
  CHECK(book.says("lab04,bob,,,empty,,0,8,"));
  CHECK(book.said == content_of(at / "grades/gradebook.csv"));
  // As a disk may be after a loss of power.
  std::filesystem::resize_file(at / "grades/lab04/plan.json", 50);
  std::filesystem::resize_file(at / "grades/gradebook.csv", 0);
  std::filesystem::resize_file(at / "grades/gradebook.sqlite", 100);
  write(at / "grades/lab04/results/.bob.json.part-node-7-0123456789abcdef", "{");
  CHECK(run(at, "batch lab04 in").says("Graded now: 0\n"));
  CHECK(content_of(at / "grades/gradebook.csv") == book.said);
  CHECK(
      !std::filesystem::exists(at / "grades/lab04/results/.bob.json.part-node-7-0123456789abcdef"));
  write(at / "later/cy.cu", "");
  const ended later = run(at, "batch lab04 later");
  CHECK(later.says("not among these, so no longer in the gradebook: ann 'A'\n"));
  CHECK(!run(at, "batch lab04 later").says("no longer in the gradebook"));
}

TEST_CASE("one file of two students is graded once, also when the second comes later") {
  const scratch_folder scratch;
  const auto at = scratch.path();
  write(at / "course.toml", "[course]\nseed = 4\nsandbox = \"optional\"\n[labs.lab04]\n");
  write(at / "in/ann.cu", "#error not yet, cuda\n");
  write(at / "in/bob.cu", "#error not yet, cuda\n");
  const ended first = run(at, "batch lab04 in");
  CAPTURE(first.said);
  CHECK(first.code == 0);
  CHECK(first.says("Graded now: 1: 1 fail"));
  CHECK(first.says("The same file as somebody else's, and so the same result: 1\n"));
  std::filesystem::copy(at / "in/bob.cu", at / "in/cy.cu");
  const ended later = run(at, "batch lab04 in");
  CHECK(later.says("Graded now: 0\n"));
  CHECK(later.says("the same result: 1\n"));
  const ended book = run(at, "gradebook");
  for (const char* who : {"ann", "bob", "cy"})
    CHECK(book.says("lab04," + std::string(who) + ",,,graded,fail,0,"));
  CHECK(content_of(at / "grades/lab04/results/cy.json").find("\"owner\": \"cy\"") !=
        std::string::npos);
  CHECK(content_of(at / "grades/lab04/files/cy/lab04.cu") == "#error not yet, cuda\n");
}

TEST_CASE(
    "a function that never ends costs its own limits, and a batch that is asked to end goes on") {
  const scratch_folder scratch;
  const auto at = scratch.path();
  std::string endless = content_of(source_root() / "labs/lab01_thread_indexing/lab01.cu");
  const std::string head = "void vec_add(const float* a, const float* b, float* c, int n) {\n";
  const std::size_t begin = endless.find(head);
  REQUIRE(begin != std::string::npos);
  endless.insert(begin + head.size(), "  for (volatile int i = 0;; i = 1) {\n  }\n");
  write(at / "in/bob.cu", endless);
  for (const char* who : {"ann", "cy"})
    write(at / "in" / (std::string(who) + ".cu"), "#error cuda of " + std::string(who) + "\n");
  write(at / "course.toml", "[course]\nseed = 4\nsandbox = \"optional\"\n[labs.lab01]\n");
  const std::string batch = "batch lab01 in --backend cpu --jobs 1 --time-limit 2";
  const ended stopped = run(at, batch, "timeout --preserve-status --signal=TERM 1.5");
  CAPTURE(stopped.said);
  CHECK(stopped.code == 128 + 15);
  const auto results = at / "grades/lab01/results";
  CHECK(!std::filesystem::exists(results / "bob.json"));
  CHECK(!std::filesystem::exists(results / "cy.json"));
  const std::string before = content_of(results / "ann.json");
  const ended again = run(at, batch);
  CAPTURE(again.said);
  CHECK(again.code == 0);
  if (!before.empty()) { // the machine was not too busy
    CHECK(again.says("Graded before, with the same file and settings: 1"));
    CHECK(content_of(results / "ann.json") == before);
  }
  const ended book = run(at, "gradebook");
  for (const char* who : {"ann", "bob", "cy"})
    CHECK(book.says("lab01," + std::string(who) + ",,,graded,fail,"));
  CHECK(content_of(results / "bob.json").find("vec_add did not finish within 2 s") !=
        std::string::npos);
  CHECK(content_of(results / "cy.json").find("cuda of cy") != std::string::npos);
}

TEST_CASE("hand-ins are not in memory: 128 MiB of them are read with less than 160") {
  const scratch_folder scratch;
  const auto at = scratch.path();
  write(at / "in/s0.cu", "__global__ void k() {}\n" + std::string(900'000, '/'));
  for (int i = 1; i < 150; ++i)
    std::filesystem::create_hard_link(at / "in/s0.cu", at / ("in/s" + std::to_string(i) + ".cu"));
  const ended one = run(at, "collect lab04 in", "ulimit -v 160000 &&");
  CAPTURE(one.said);
  CHECK(one.code == 0);
  CHECK(one.says("To be graded: 150\n"));
}

TEST_CASE("wrong input to the instructor's commands ends with 2 and says what is wrong") {
  const scratch_folder scratch;
  const auto at = scratch.path();
  write(at / "wrong.toml", "[course]\nseeed = 4\n");
  write(at / "other.toml", "[course]\nseed = 4\n[labs.lab03]\n");
  write(at / "in/ann.cu", "x");
  for (const auto& [arguments, words] : std::vector<std::pair<std::string, std::string>>{
           {"course check wrong.toml", "wrong.toml:2:1: there is no key 'seeed'"},
           {"collect lab04 nowhere", "nowhere is not there."},
           {"collect lab04 wrong.toml", "is neither a folder nor an archive"},
           {"batch lab04 in --course other.toml", "other.toml says nothing of lab04"},
           {"batch lab04 in --roster no.csv", "no.csv cannot be read"},
           {"gradebook nowhere", "there is no folder nowhere"}}) {
    const ended one = run(at, arguments);
    CAPTURE(one.said);
    CHECK(one.code == 2);
    CHECK(one.says(words));
  }
  CHECK(!std::filesystem::exists(at / "grades"));
}
