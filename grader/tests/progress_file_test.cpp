// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/cli/progress_file.h"

#include <fstream>

#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "grader/tests/schema_validator.h"
#include "grader/tests/scratch_folder.h"

using namespace cudalab::grader;

TEST_CASE("what was shown is remembered") {
  scratch_folder scratch;
  const auto file = scratch.path() / "new" / "progress.json";
  progress_file first(file);
  CHECK(first.hints_shown("lab04", 1) == 0);
  first.set_hints_shown("lab04", 1, 2);
  CHECK(first.save());
  CHECK(progress_file(file).hints_shown("lab04", 1) == 2);
  CHECK(progress_file(file).hints_shown("lab04", 2) == 0);
  CHECK(progress_file(file).hints_shown("lab05", 1) == 0);
}

TEST_CASE("the exercise that is not done yet is remembered by lab") {
  scratch_folder scratch;
  const auto file = scratch.path() / "progress.json";
  progress_file first(file);
  CHECK(first.open_exercise("lab08") == 0);
  first.set_open_exercise("lab08", 3);
  CHECK(first.save());
  CHECK(progress_file(file).open_exercise("lab08") == 3);
  CHECK(progress_file(file).open_exercise("lab04") == 0);
}

TEST_CASE("a damaged file is reported, kept aside, and does not block") {
  for (const char* damage :
       {"", "{", "[]", "{\"hints\": 3}", "{\"hints\": {\"lab04\": []}}",
        "{\"hints\": {\"lab04\": {\"1\": \"two\"}}}", "{\"open\": [1]}",
        "{\"open\": {\"lab04\": \"two\"}}", "{\"version\": \"one\"}", "{\"labs\": []}",
        "{\"labs\": {\"lab04\": 7}}", "{\"labs\": {\"lab04\": {\"best\": {\"points\": 1}}}}",
        "{\"hints\": {\"lab04\": {\"1\": 2}}"}) {
    scratch_folder scratch;
    const auto file = scratch.path() / "progress.json";
    std::ofstream(file) << damage;
    progress_file opened(file);
    CHECK(opened.hints_shown("lab04", 1) == 0);
    CHECK_FALSE(opened.complaint().empty());
    CHECK(std::filesystem::exists(scratch.path() / "progress.json.damaged-1"));
    opened.set_hints_shown("lab04", 1, 1);
    CHECK(opened.save());
  }
}

TEST_CASE("parts that this version does not know are kept") {
  scratch_folder scratch;
  const auto file = scratch.path() / "progress.json";
  std::ofstream(file) << R"({"later": [1]})";
  progress_file opened(file);
  opened.set_hints_shown("lab04", 1, 1);
  CHECK(opened.save());
  CHECK(read_json(file)["later"][0] == 1);
}

namespace {

attempt an_attempt(double points, double max_points, const std::string& verdict,
                   const std::string& backend) {
  return {points, max_points, verdict, backend, "2026-01-31T12:34:56Z", {{"clean.all", "fail"}}};
}

} // namespace

TEST_CASE("the last grading and the best one are remembered") {
  scratch_folder scratch;
  const auto file = scratch.path() / "progress.json";
  for (const double points : {45.0, 60.0, 30.0}) {
    progress_file opened(file);
    opened.record("lab04", an_attempt(points, 90, "fail", "cpu"));
    CHECK(opened.save());
  }
  const progress_file read(file);
  CHECK(read.last("lab04")->points == 30);
  CHECK(read.best("lab04")->points == 60);
  CHECK(read.best("lab04")->date == "2026-01-31T12:34:56Z");
  CHECK(read.best("lab04")->checks.at("clean.all") == "fail");
  CHECK_FALSE(read.last("lab05").has_value());
}

TEST_CASE("which of two gradings is the better one") {
  const attempt cpu = an_attempt(90, 90, "pass", "cpu"), gpu = an_attempt(100, 100, "pass", "gpu");
  CHECK(is_better(gpu, cpu)); // both have all that can be had: time was judged as well
  CHECK_FALSE(is_better(cpu, gpu));
  CHECK(is_better(cpu, an_attempt(98, 100, "fail", "gpu")));
  CHECK(is_better(an_attempt(45, 90, "fail", "cpu"), an_attempt(49, 100, "fail", "gpu")));
  CHECK_FALSE(is_better(cpu, cpu)); // the first stays, with its date
  CHECK_FALSE(is_better(an_attempt(0, 0, "fail", "cpu"), an_attempt(0, 90, "fail", "cpu")));
}

TEST_CASE("what another process wrote meanwhile is kept") {
  scratch_folder scratch;
  const auto file = scratch.path() / "progress.json";
  progress_file one(file), other(file);
  one.record("lab04", an_attempt(60, 90, "fail", "cpu"));
  one.set_hints_shown("lab04", 1, 3);
  other.record("lab04", an_attempt(45, 90, "fail", "cpu"));
  other.set_hints_shown("lab04", 1, 2);
  other.set_solution_seen("lab05", "2026-01-31T12:34:56Z");
  CHECK(one.save());
  CHECK(other.save());
  const progress_file read(file);
  CHECK(read.last("lab04")->points == 45);
  CHECK(read.best("lab04")->points == 60);
  CHECK(read.hints_shown("lab04", 1) == 3);
  CHECK(read.solution_seen("lab05"));
  CHECK_FALSE(read.solution_seen("lab04"));
}

TEST_CASE("many processes at once lose nothing") {
  scratch_folder scratch;
  const auto file = scratch.path() / "progress.json";
  constexpr int processes = 4, times = 5;
  for (int i = 0; i < processes; ++i)
    if (fork() == 0) {
      for (int at = 0; at < times; ++at) {
        progress_file opened(file);
        opened.set_hints_shown("lab0" + std::to_string(i), at + 1, 1);
        opened.save();
      }
      _exit(0);
    }
  while (wait(nullptr) > 0) {
  }
  const auto content = read_json(file);
  for (int i = 0; i < processes; ++i)
    CHECK(content["hints"]["lab0" + std::to_string(i)].size() == times);
  for (const auto& left : std::filesystem::directory_iterator(scratch.path()))
    CHECK(left.path() == file);
}

TEST_CASE("the file of a newer version is read as far as possible, and never written") {
  for (const char* newer : {R"({"version": 2, "hints": {"lab04": {"1": 2}}})",
                            R"({"version": 2, "hints": ["lab04"]})"}) {
    scratch_folder scratch;
    const auto file = scratch.path() / "progress.json";
    std::ofstream(file) << newer;
    progress_file opened(file);
    CHECK(opened.complaint().find("newer version") != std::string::npos);
    opened.set_hints_shown("lab04", 1, 3);
    CHECK_FALSE(opened.save());
    CHECK(read_json(file) == nlohmann::json::parse(newer));
  }
}

TEST_CASE("a place that cannot be written is a remark, not a failure") {
  scratch_folder scratch;
  std::ofstream(scratch.path() / "in_the_way") << "a file";
  progress_file opened(scratch.path() / "in_the_way" / "progress.json");
  opened.record("lab04", an_attempt(60, 90, "fail", "cpu"));
  CHECK_FALSE(opened.save());
  CHECK(opened.complaint().find("could not be saved") != std::string::npos);
  CHECK(opened.last("lab04")->points == 60); // for the rest of this run
}
