// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/verdict.h"

#include <algorithm>

#include <doctest/doctest.h>

#include "grader/tests/fixed_grade.h"

using namespace cudalab::grader;

namespace {

grade with(std::initializer_list<check_status> all) {
  grade result;
  for (const check_status each : all)
    result.checks.push_back(fixed_check("correctness.x", check_kind::correctness, each, 10));
  settle(result);
  return result;
}

check_result& check_in(grade& of, const std::string& id) {
  return *std::find_if(of.checks.begin(), of.checks.end(),
                       [&id](const check_result& each) { return each.id == id; });
}

} // namespace

TEST_CASE("points are all or none, and a skipped check leaves the maximum") {
  const grade result =
      with({check_status::pass, check_status::fail, check_status::skipped, check_status::error});
  CHECK(result.points == 10);
  CHECK(result.max_points == 30);
  CHECK(result.verdict == check_status::fail);
  CHECK(result.checks[1].points == 0);
  CHECK(exit_code(result) == 1);
}

TEST_CASE("passed when everything that could be judged passed") {
  CHECK(with({check_status::pass, check_status::skipped}).verdict == check_status::pass);
  CHECK(exit_code(with({check_status::pass, check_status::skipped})) == 0);
}

TEST_CASE("noise is no failure and no pass") {
  CHECK(with({check_status::pass, check_status::noisy}).verdict == check_status::noisy);
  CHECK(exit_code(with({check_status::pass, check_status::noisy})) == 1);
  CHECK(with({check_status::noisy, check_status::fail}).verdict == check_status::fail);
}

TEST_CASE("a crash of the student's program fails, trouble of the machine gives no verdict") {
  grade result = with({check_status::error});
  CHECK(result.verdict == check_status::fail);
  CHECK(exit_code(result) == 1);
  result.checks.push_back(infrastructure_trouble("no space left on device"));
  settle(result);
  CHECK(result.verdict == check_status::error);
  CHECK(exit_code(result) == 3);
  result.checks.back().data["missing_tool"] = true;
  CHECK(exit_code(result) == 2);
}

TEST_CASE("a race is what to mend first, unless the file does not compile") {
  grade result = fixed_grade();
  CHECK(first_to_mend(result)->id == "clean.all");
  result.checks[0].status = check_status::error;
  CHECK(first_to_mend(result)->id == "build");
  grade other = fixed_grade();
  other.checks[2].findings.clear();
  CHECK(first_to_mend(other)->id == "correctness.any");
  CHECK(first_to_mend(with({check_status::pass})) == nullptr);
}

TEST_CASE("a mistake that was recognised comes before what the threads did") {
  grade result = fixed_grade();
  check_result& wrong =
      *std::find_if(result.checks.begin(), result.checks.end(),
                    [](const check_result& each) { return each.id == "correctness.any"; });
  const int exercise = wrong.exercise;
  for (check_result& each : result.checks)
    each.exercise = exercise;
  CHECK(first_to_mend(result)->id == "clean.all");
  wrong.data["known_mistake"] = "x and y are exchanged";
  CHECK(first_to_mend(result)->id == "correctness.any");
  for (check_result& each : result.checks) // what comes out after it is chance
    if (each.id == "clean.all")
      each.findings.front().kind = finding_kind::barrier_divergence;
  CHECK(first_to_mend(result)->id == "clean.all");
}

TEST_CASE("elements that nobody wrote come before a race: no barrier brings them") {
  grade result = fixed_grade();
  const int exercise = result.checks[1].exercise;
  for (check_result& each : result.checks)
    each.exercise = exercise;
  auto& cases = result.checks[1].data["cases"];
  cases = {{{"name", "right"}}, {{"name", "wrong"}}};
  cases[1]["differences"] = {{{"unwritten", false}}, {{"unwritten", true}}};
  CHECK(first_to_mend(result)->id == "clean.all");
  cases[1]["differences"][0]["unwritten"] = true;
  CHECK(first_to_mend(result)->id == "correctness.any");
  for (check_result& each : result.checks)
    if (each.id == "clean.all") { // unless it is known why the threads meet
      finding& race = each.findings.front();
      const auto barrier = race.fix;
      race.fix = {{cudalab::findings::remedy_id::grid_for_block, {2, 16}}};
      CHECK(first_to_mend(result)->id == "clean.all");
      race.fix = barrier;
    }
  for (check_result& each : result.checks)
    if (each.id == "clean.all")
      each.findings.front().kind = finding_kind::out_of_bounds;
  CHECK(first_to_mend(result)->id == "clean.all");
}

TEST_CASE("advice is the recognised mistake and the next step, else what the check saw") {
  check_result check;
  check.message = "wrong in 1 of 3 cases";
  CHECK(advice_of(check) == "wrong in 1 of 3 cases");
  check.data["known_mistake"] = "x and y are exchanged";
  CHECK(advice_of(check) == "x and y are exchanged");
  check.next = "Look at the index.";
  CHECK(advice_of(check) == "x and y are exchanged. Look at the index.");
  check.next = "begin with the index";
  CHECK(advice_of(check) == "x and y are exchanged. Begin with the index");
  for (const char* code : {"y = 2 * x", "index = 2 * x", "(n + 1) / 2 rounds up"}) {
    check.next = code;
    CHECK(advice_of(check) == std::string("x and y are exchanged. ") + code);
  }
  check.next = "Look at the index.";
  check.data.erase("known_mistake");
  CHECK(advice_of(check) == "Look at the index.");
}

TEST_CASE("advice about a finding says what was seen and where, unless it names a line") {
  grade result = fixed_grade();
  check_result& clean = result.checks[2];
  CHECK(advice_of(clean) == "put a barrier between lines 2 and 4");
  clean.next = "look at the index";
  CHECK(advice_of(clean) ==
        "race on shared memory: Mds[3][0] (lab04.cu:4 and lab04.cu:2). Look at the index");
  clean.next = "this line writes twice";
  CHECK(advice_of(clean) ==
        "race on shared memory: Mds[3][0] (lab04.cu:4 and lab04.cu:2). This line writes twice");
}

TEST_CASE("a call that failed is what to mend first, unless the threads show more") {
  grade result = fixed_grade();
  check_in(result, "correctness.any").data["stopped"] = "it ended with an exception";
  CHECK(first_to_mend(result)->id == "clean.all");
  check_in(result, "clean.all").findings.clear();
  check_in(result, "clean.all").data["known_mistake"] = "another one";
  CHECK(first_to_mend(result)->id == "correctness.any"); // the first of two
}

TEST_CASE("of a function that does nothing that comes first, and not how it does its work") {
  grade result = fixed_grade();
  check_result& clean = check_in(result, "clean.all");
  clean.findings.clear();
  clean.data["known_mistake"] = "the copies are too small";
  nlohmann::json& cases = check_in(result, "correctness.any").data["cases"];
  cases = {{{"name", "a"}, {"passed", false}, {"reason", "nothing_written"}},
           {{"name", "n = 0"}, {"passed", true}, {"nothing_to_write", true}}};
  CHECK(first_to_mend(result)->id == "correctness.any");
  cases[0]["reason"] = "all_zero";
  CHECK(first_to_mend(result)->id == "clean.all");
  cases[0] = {{"name", "a"}, {"passed", true}}; // it fails for what it did besides
  CHECK(first_to_mend(result)->id == "clean.all");
}

TEST_CASE("what is never freed is not what to mend first while something is wrong") {
  grade result = fixed_grade();
  CHECK(first_to_mend(result)->id == "clean.all");
  for (finding& each : check_in(result, "clean.all").findings)
    each.kind = finding_kind::leak;
  CHECK(first_to_mend(result)->id == "correctness.any");
  check_in(result, "correctness.any").status = check_status::pass;
  CHECK(first_to_mend(result)->id == "clean.all");
}

TEST_CASE("a call that failed is not first where its check says that another one comes first") {
  grade result = fixed_grade();
  check_result later = check_in(result, "clean.all");
  later.id = "correctness.later";
  later.kind = check_kind::correctness;
  later.findings.clear();
  later.data["stopped"] = "it takes too long";
  result.checks.push_back(later);
  check_in(result, "clean.all").findings.clear();
  check_in(result, "correctness.any").status = check_status::pass;
  CHECK(first_to_mend(result)->id == "correctness.later");
  check_in(result, "correctness.later").data["first_mend"] = "clean.all";
  CHECK(first_to_mend(result)->id == "clean.all");
  check_in(result, "clean.all").status =
      check_status::pass; // (as of another exercise, which comes first)
  CHECK(first_to_mend(result)->id == "correctness.later");
}

TEST_CASE("the lab's words for a call come before the launch that was refused in the same case") {
  grade result = fixed_grade();
  check_in(result, "clean.all").findings.front().kind = finding_kind::invalid_launch;
  check_in(result, "clean.all").findings.front().seen_in = "n = 1";
  check_in(result, "correctness.any").data["stopped"] = "a launch without blocks";
  check_in(result, "correctness.any").data["first_told"] = "n = 1";
  CHECK(first_to_mend(result)->id == "clean.all"); // what CUDA says is no more than the finding
  check_in(result, "correctness.any").data["in_lab_words"] = true;
  CHECK(first_to_mend(result)->id == "correctness.any");
  check_in(result, "clean.all").findings.front().seen_in = "n = 2";
  CHECK(first_to_mend(result)->id == "clean.all");
  check_in(result, "clean.all").findings.front().seen_in = "n = 1";
  check_in(result, "clean.all").findings.push_back(check_in(result, "clean.all").findings.front());
  check_in(result, "clean.all").findings.back().kind = finding_kind::race;
  CHECK(first_to_mend(result)->id == "clean.all");
}

TEST_CASE("what the lab says of how a call went comes before what came out, with its words") {
  grade result = fixed_grade();
  check_result& clean = check_in(result, "clean.all");
  clean.findings.clear();
  clean.message = "n = 10: the chunks have 5 elements, and not 6";
  clean.next = "Which elements has chunk i?";
  check_in(result, "correctness.any").data = nlohmann::json::object();
  CHECK(first_to_mend(result)->id == "correctness.any");
  clean.data["in_lab_words"] = true;
  CHECK(first_to_mend(result)->id == "clean.all");
  CHECK(advice_of(clean) ==
        "n = 10: the chunks have 5 elements, and not 6. Which elements has chunk i?");
  check_in(result, "correctness.any").data["known_mistake"] = "the rest is missing";
  CHECK(first_to_mend(result)->id == "correctness.any");
}

TEST_CASE("an earlier exercise comes before a race in a later one, the whole lab last") {
  grade result = fixed_grade();
  const auto exercise_of = [&result](const std::string& id) -> int& {
    return std::find_if(result.checks.begin(), result.checks.end(),
                        [&id](const check_result& each) { return each.id == id; })
        ->exercise;
  };
  exercise_of("correctness.any") = 1;
  exercise_of("clean.all") = 2;
  exercise_of("traffic.loads") = 2;
  CHECK(first_to_mend(result)->id == "correctness.any");
  exercise_of("correctness.any") = 0;
  CHECK(first_to_mend(result)->id == "clean.all");
}
