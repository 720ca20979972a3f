// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Graders here are scripts that know one mistake.
#include "grader/course/mutation/grade_mutants.h"

#include <fstream>
#include <map>

#include <doctest/doctest.h>
#include <unistd.h>

using namespace cudalab::mutation;
namespace fs = std::filesystem;

namespace {

/// A solution of one line, `n = 7;`, its two changed numbers and no n at all, and a grader.
class workshop {
public:
  /// @param script the grader's: $file and $json are the file that it grades and its document
  explicit workshop(const std::string& script) {
    fs::remove_all(folder_);
    fs::create_directories(folder_ / "lab00_topic");
    std::ofstream(folder_ / "lab00_topic/lab00.cu") << "void f() {\n  n = 7;\n}\n";
    std::ofstream(folder_ / "grader")
        << "#!/bin/sh\nfile=$4 json=${10}\n"
           "verdict() {\n"
           "  echo '{\"checks\": [{\"id\": \"build\", \"status\": \"'$1'\"},"
           " {\"id\": \"correctness.n\", \"status\": \"'$2'\"}]}' >$json\n"
           "  exit $3\n}\n"
        << script;
    fs::permissions(folder_ / "grader", fs::perms::owner_all);
    settings.grader = folder_ / "grader";
    settings.scratch = folder_ / "scratch";
    settings.limit = std::chrono::seconds(60);
    what = cudalab::reference::read_solution(folder_ / "lab00_topic/lab00.cu");
    mutants = mutants_of(what);
  }
  ~workshop() { fs::remove_all(folder_); }

  /// The outcomes in the order of the lines after the change.
  std::map<std::string, result> graded() {
    std::vector<task> tasks;
    for (const mutant& each : mutants)
      tasks.push_back({&what, &each});
    std::map<std::string, result> found;
    grade_mutants(tasks, settings, [&](const result& one) { found[one.name.after] = one; });
    return found;
  }

  void write_variants(const std::string& text) {
    std::ofstream(folder_ / "lab00_topic/variants.md") << text;
  }

  grading_settings settings;
  solution what;
  std::vector<mutant> mutants;

private:
  fs::path folder_ =
      fs::temp_directory_path() / ("cudalab_grade_mutants_test" + std::to_string(getpid()));
};

} // namespace

TEST_CASE("caught, not compiled, out of time, survived") {
  workshop shop("grep -q 8 $file && verdict pass fail 1\n"
                "grep -q 6 $file && verdict error fail 1\n"
                "verdict pass pass 0\n");
  shop.settings.jobs = 3;
  const auto found = shop.graded();
  REQUIRE(found.size() == 3);
  CHECK(found.at("n = 8;").how == outcome::caught);
  CHECK(found.at("n = 8;").checks == std::vector<std::string>{"correctness.n"});
  CHECK(found.at("n = 6;").how == outcome::invalid);
  CHECK(found.at(";").how == outcome::survived);
  CHECK_FALSE(fs::exists(shop.settings.scratch / "lab00/0")); // nothing is left lying about
}

TEST_CASE("a failed check counts though the exit code is 0, names are kept") {
  workshop shop("echo '{\"checks\": [{\"id\": \"build\", \"status\": \"pass\"},"
                " {\"id\": \"correctness.n\", \"kind\": \"correctness\", \"status\": \"fail\","
                " \"data\": {\"cases\": [{\"cause\": \"one_round\"}]}}]}' >$json\n");
  shop.mutants.resize(1);
  const result one = shop.graded().begin()->second;
  CHECK(one.how == outcome::caught);
  CHECK(one.named == std::vector<std::string>{"one_round"});
}

TEST_CASE("a grading without end is stopped, and the mutant counts as noticed") {
  workshop shop("sleep 600\n");
  shop.settings.limit = std::chrono::seconds(1);
  shop.mutants.resize(1);
  CHECK(shop.graded().begin()->second.how == outcome::out_of_time);
}

TEST_CASE("a solution that fails itself makes every mutant look caught: that is no result") {
  workshop broken("verdict pass fail 1\n");
  CHECK_THROWS_AS(require_pass(broken.what, broken.settings), grading_trouble);
  workshop sound("grep -q 7 $file && verdict pass pass 0\nverdict pass fail 1\n");
  CHECK_NOTHROW(require_pass(sound.what, sound.settings));
}

TEST_CASE("a grader that cannot judge is no catch") {
  workshop shop("verdict pass fail 3\n");
  CHECK_THROWS_AS(shop.graded(), grading_trouble);
}

TEST_CASE("results are read back as they were written") {
  const result one{"lab00",
                   {"a.cu", "f", "x \"<\";", "y\\;"},
                   2,
                   17,
                   "step",
                   outcome::caught,
                   {"clean.f", "traffic.f"},
                   {"one_round"},
                   1.5};
  const result back = from_json_line(to_json_line(one));
  CHECK(to_json_line(back) == to_json_line(one));
  CHECK(back.is_of("lab00", {one.name, 99, 2, {}}));
  CHECK_FALSE(back.is_of("lab00", {one.name, 17, 1, {}}));
  CHECK_FALSE(back.is_of("lab01", {one.name, 17, 2, {}}));
}

TEST_CASE("the exercises that wrong variants of the function fail are asked before all others") {
  workshop shop("if [ \"$3 $4\" = '--exercise correctness.n' ]; then\n"
                "  file=$6 json=${12}\n"
                "  grep -q 8 $file && verdict pass fail 1\n"
                "  verdict pass pass 0\n"
                "fi\n"
                "grep -q 6 $file && verdict pass fail 1\n"
                "verdict pass pass 0\n");
  shop.write_variants("## Wrong\n\n### too_many\nOne more.\n"
                      "- fails: correctness.n (wrong) on both: \"n\"\n"
                      "- in f: `n = 7` becomes `n = 9`\n");
  CHECK(likely_checks(shop.what, "f") == std::vector<std::string>{"correctness.n"});
  CHECK(likely_checks(shop.what, "g").empty());
  shop.settings.first_grader = shop.settings.grader;
  CHECK(shop.graded().at("n = 8;").how == outcome::survived);
  shop.settings.likely_checks_first = true;
  const auto found = shop.graded();
  CHECK(found.at("n = 8;").how == outcome::caught);
  CHECK(found.at("n = 6;").how == outcome::caught);
  CHECK(found.at(";").how == outcome::survived);
}

TEST_CASE("a line of results that was cut off is left out") {
  const fs::path file =
      fs::temp_directory_path() / ("cudalab_results_test" + std::to_string(getpid()));
  const std::string line = to_json_line({"lab00", {}, 0, 1, "", outcome::survived, {}, {}, 0});
  std::ofstream(file) << line << '\n' << line.substr(0, 20);
  CHECK(read_results(file).size() == 1);
  fs::remove(file);
  CHECK(read_results(file).empty());
}
