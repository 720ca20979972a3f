// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/report/text.h"

#include <algorithm>
#include <sstream>

#include <doctest/doctest.h>

#include "grader/report/wrap.h"
#include "grader/tests/fixed_grade.h"
#include "grader/tests/has.h"

using namespace cudalab::grader;

namespace {

std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

bool ascii(const std::string& text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

} // namespace

TEST_CASE("the first line says where it ran and why") {
  CHECK(first_line(to_text(fixed_grade(), {false, true, 80})) ==
        "lab04 on the emulated device (CPU): no NVIDIA GPU was found");
  grade on_gpu = fixed_grade();
  on_gpu.backend = backend_kind::gpu;
  on_gpu.device = "NVIDIA H200";
  on_gpu.backend_reason = "a GPU and the CUDA Toolkit were found";
  CHECK(first_line(to_text(on_gpu, {false, true, 80})) ==
        "lab04 on NVIDIA H200 (GPU): a GPU and the CUDA Toolkit were found");
}

TEST_CASE("the whole text of a failed grading") {
  grade result = fixed_grade();
  result.sources = {{result.checks[2].findings[0].parties[0].file,
                     {{1, "  int row;"},
                      {2, "  Mds[ty][tx] = a;"},
                      {3, ""},
                      {4, "  sum += Mds[ty][k];"},
                      {5, "  }"}}}};
  const std::string text = to_text(result, {false, false, 70});
  CHECK(text == R"(lab04 on the emulated device (CPU): no NVIDIA GPU was found
labs/lab04_tiled_matmul/lab04.cu - seed 42 - unsandboxed

  X  1 of 4  1. the check correctness.any (0/40)
       message of correctness.any
       -> look at the index

  X  2 of 4  1. the check clean.all (0/30)

       Race on shared memory: Mds[3][0]
         thread (1,3) of block (0,0) reads it   lab04.cu:4
             3 |
           > 4 | sum += Mds[ty][k];
             5 | }
         thread (0,3) of block (0,0) writes it   lab04.cu:2
             1 | int row;
           > 2 | Mds[ty][tx] = a;
             3 |
         no __syncthreads() separates the two; 3,840 such pairs in
         this launch
         -> put a barrier between lines 2 and 4
         docs/findings/race.md

  -  3 of 4  1 check waits for "the check correctness.any" (0/20)
  -  4 of 4  1. the check speed.all (skipped)
       message of speed.all

Note: rules were not checked

Not yet: 0 of 90 points.
Look at this next, in "the check clean.all": put a barrier between
  lines 2 and 4
)");
}

TEST_CASE("no colour unless asked for, plain ASCII without UTF-8, no line too wide") {
  grade result = fixed_grade();
  result.checks[1].message = "expected 3 × 4 → 12 … and a long explanation that must be wrapped to "
                             "fit, since nobody scrolls sideways to read a message";
  const std::string plain = to_text(result, {false, false, 60});
  CHECK(ascii(plain));
  CHECK_FALSE(has(plain, "\033"));
  std::istringstream lines(plain);
  for (std::string line; std::getline(lines, line);)
    CHECK(columns_of(line) <= 60);
  CHECK(has(to_text(result, {true, true, 60}), "\033[31m"));
  CHECK_FALSE(ascii(to_text(result, {false, true, 60})));
}

TEST_CASE("a passed grading is short, and tells nobody to look anywhere") {
  grade result = fixed_grade();
  for (check_result& check : result.checks) {
    if (check.status == check_status::fail)
      check.status = check_status::pass;
    check.findings.clear();
    check.blocked_by.clear();
  }
  settle(result);
  const std::string text = to_text(result, {false, true, 80});
  CHECK(has(text, "Passed: 90 of 90 points."));
  CHECK_FALSE(has(text, "Look at this next"));
}

TEST_CASE("what a passed check warns of is said in a line, once") {
  grade result = fixed_grade();
  finding leak;
  leak.kind = finding_kind::leak;
  leak.severity = finding_severity::warning;
  leak.source = "emulator";
  leak.parties = {{"allocates it", {}, {}, "/nowhere/lab04.cu", 12, false, true}};
  for (check_result& check : result.checks) {
    check.blocked_by.clear();
    check.status = check_status::pass;
    check.findings = {leak};
  }
  settle(result);
  const std::string text = to_text(result, {false, true, 80});
  const std::string warning = "warning: memory never freed (lab04.cu:12)\n";
  CHECK(has(text, "       message of correctness.any\n         " + warning));
  CHECK(text.find(warning) == text.rfind(warning));
  const std::size_t first = text.find("message of correctness.any");
  CHECK_FALSE(has(text.substr(first, text.find("Note:") - first), "\n\n  "));
}

TEST_CASE("what a student's program printed cannot move the cursor or set colours") {
  grade result = fixed_grade();
  const std::string evil = "\033[2J\033[31mPASS\a\xc2\x9b";
  for (check_result& check : result.checks) {
    check.details = {evil};
    check.message = check.next = evil;
    for (finding& each : check.findings)
      each.object = each.kernel = each.text = each.remedy = each.source = each.parties[0].action =
          each.parties[0].file = evil;
  }
  result.notes = {evil};
  for (const bool utf8 : {false, true}) {
    const std::string text = to_text(result, {false, utf8, 80});
    for (const char* part : {"\033", "\a", "\xc2\x9b"})
      CHECK_FALSE(has(text, part));
    CHECK(has(text, "?[2J?[31mPASS?"));
  }
}

TEST_CASE("a name that holds a line's end does not begin a line") {
  grade result = fixed_grade();
  const std::string evil = "a\n  PASS 1. all of it\tb.cu";
  result.file = evil;
  for (check_result& check : result.checks)
    for (finding& each : check.findings)
      each.object = each.kernel = each.parties[0].action = each.parties[0].file = evil;
  const std::string text = to_text(result, {false, true, 80});
  CHECK(has(text, "a?  PASS 1. all of it?b.cu · seed"));
  CHECK_FALSE(has(text, "\n  PASS"));
}

TEST_CASE("only the first findings of a check are shown") {
  grade result = fixed_grade();
  for (int line = 10; line < 17; ++line) {
    result.checks[2].findings.push_back(fixed_race());
    result.checks[2].findings.back().parties[0].line = line;
  }
  const std::string text = to_text(result, {false, true, 80});
  CHECK(has(text, "and 5 more"));
}

TEST_CASE("a finding that several checks saw is told once") {
  grade result = fixed_grade();
  result.checks[3] = result.checks[2];
  const std::string text = to_text(result, {false, true, 80});
  CHECK(text.find("put a barrier") < text.rfind("the check clean.all"));
  CHECK(has(text, "the same as in \"the check clean.all\": race on shared memory"));
}

TEST_CASE("what waits for the check before it is one line") {
  grade result = fixed_grade();
  const check_result waiting = result.checks[3];
  result.checks.erase(result.checks.begin() + 2);
  result.checks.insert(result.checks.begin() + 3, {waiting, waiting});
  const std::string text = to_text(result, {false, false, 80});
  CHECK(has(text, "\n  -  2 to 4 of 5  3 more checks wait for this one (0/60)\n"));
  CHECK(has(text, "\n  -  5 of 5  1. the check speed.all (skipped)\n"));
  CHECK_FALSE(has(text, "message of traffic.loads"));
}

TEST_CASE("what waits for a check that was not asked for says what it is") {
  grade result = fixed_grade();
  const auto waiting = std::find_if(result.checks.begin(), result.checks.end(),
                                    [](const auto& each) { return !each.blocked_by.empty(); });
  REQUIRE(waiting != result.checks.end());
  waiting->blocked_by = "correctness.other";
  waiting->message = "counts only when the results are right: first fix \"right\" of exercise 2";
  CHECK(has(to_text(result, {false, false, 120}),
            "1 check waits: counts only when the results are right: first fix \"right\" of "
            "exercise 2 (0/20)\n"));
}

TEST_CASE("checks that this machine cannot make are one line") {
  grade result = fixed_grade();
  result.checks.push_back(result.checks.back());
  CHECK(has(to_text(result, {false, false, 80}),
            "  -  4 to 5 of 5  2 checks skipped: message of speed.all\n"));
}

TEST_CASE("an exercise that was not begun is one line, unless it is the first that failed") {
  grade result = fixed_grade();
  result.checks = {result.checks[0], result.checks[1], result.checks[1], result.checks[1]};
  for (const std::size_t i : {2U, 3U}) {
    result.checks[i].id += std::to_string(i);
    result.checks[i].exercise = 2;
  }
  const auto text_with = [&](const std::set<int>& untouched) {
    grade_text text({false, false, 80}, 3, untouched);
    std::string all;
    for (const check_result& each : result.checks)
      all += text.add(each, {});
    return all + text.end(result);
  };
  const std::string line =
      "  -  2 to 3 of 3  exercise 2 is as the starter has it: 2 checks (0/80)\n";
  CHECK(has(text_with({1, 2}), line));
  CHECK(has(text_with({1, 2}), "1 of 3  1. the check correctness.any (0/40)\n"));
  CHECK_FALSE(has(text_with({1}), line));
}

TEST_CASE("each check is told when it is known, and the pieces are the whole") {
  const grade result = fixed_grade();
  const style how{false, true, 80};
  grade_text text(how, 4);
  std::string all = text.begin(result);
  CHECK(text.add(result.checks[0], {}).empty());
  const std::string first = text.add(result.checks[1], {});
  CHECK(has(first, "look at the index"));
  all += first + text.add(result.checks[2], {});
  CHECK(text.add(result.checks[3], {}).empty()); // more may wait for the same
  all += text.add(result.checks[4], {});
  CHECK(has(all, "1 check waits"));
  CHECK(all + text.end(result) == to_text(result, how));
}

TEST_CASE("the verdict says what is missing, and what has changed since the last time") {
  grade result = fixed_grade();
  const auto end = [&](std::optional<earlier_points> before) {
    settle(result);
    return grade_text({false, true, 80}, 4).end(result, before);
  };
  CHECK(has(end({}), "\nNot yet: 0 of 90 points.\nLook"));
  CHECK(has(end(earlier_points{20, 90}), "0 of 90 points, 20 fewer than last time.\n"));
  result.checks[2].status = check_status::pass;
  CHECK(has(end(earlier_points{30, 90}),
            "Not yet: 30 of 90 points, as many as last time.\nMissing: 60 in exercise 1.\n"));
  result.checks[1].status = check_status::pass;
  result.checks[3].max_points = 4;
  CHECK(has(end(earlier_points{30, 74}), "Nearly there: 70 of 74 points, 40 more than last time.\n"
                                         "Missing: 4 for \"the check traffic.loads\".\n"));
  CHECK(has(end(earlier_points{30, 84}), "70 of 74 points (last time: 30 of 84).\n"));
  result.checks[3].exercise = 0;
  result.checks[2].status = check_status::fail;
  CHECK(has(end({}), "Missing: 30 in exercise 1, 4 for the whole lab.\n"));
}

TEST_CASE("a bonus stands apart, and nobody needs it to pass") {
  grade result = fixed_grade();
  for (check_result& each : result.checks) {
    if (each.status == check_status::fail)
      each.status = check_status::pass;
    each.blocked_by.clear();
    each.findings.clear();
  }
  result.checks[3].bonus = true;
  result.checks[3].status = check_status::fail;
  settle(result);
  const std::string text = to_text(result, {false, true, 80});
  CHECK(has(text, "1. the check traffic.loads (bonus 0/20)\n"));
  CHECK(has(text, "Passed: 70 of 70 points.\nBonus: 0 of 20 points.\nFor the bonus, in \"the"));
  CHECK(exit_code(result) == 0);
}

TEST_CASE("a file that does not compile: the line is shown, and nothing else in between") {
  grade result = fixed_grade();
  result.sources = {{"lab04.cu", {{1, "int a;"}, {2, "int b = ;"}, {3, "int c;"}}}};
  result.checks[0].status = check_status::error;
  result.checks[0].message = "the file does not compile: lab04.cu:2: error: expected";
  result.checks[0].next = "Fix the first error first.";
  result.checks[0].data["diagnostics"] = {
      {{"file", "lab04.cu"}, {"line", 1}, {"severity", "warning"}},
      {{"file", "lab04.cu"}, {"line", 2}, {"severity", "error"}}};
  for (std::size_t i = 1; i < result.checks.size(); ++i) {
    result.checks[i].status = check_status::error;
    result.checks[i].blocked_by = "build";
    result.checks[i].findings.clear();
  }
  settle(result);
  const std::string text = to_text(result, {false, true, 80});
  CHECK(has(text, "> 2 | int b = ;\n"));
  CHECK(has(text, "  -  1 to 4 of 4  4 checks wait for a program to run (0/100)"));
  CHECK_FALSE(has(text, "correctness.any"));
}
