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

  X    1. the check correctness.any                               0/40
       message of correctness.any
       -> look at the index

  X    1. the check clean.all                                     0/30

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

  X    1. the check traffic.loads                                 0/20
       message of traffic.loads

  -    1. the check speed.all                                  skipped
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

TEST_CASE("checks in a row that wait for one thing say so once") {
  grade result = fixed_grade();
  result.checks.insert(result.checks.begin() + 3, result.checks[3]);
  const std::string text = to_text(result, {false, true, 80});
  CHECK(text.find("message of traffic.loads") == text.rfind("message of traffic.loads"));
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
  CHECK(has(text, "The 4 checks of the lab wait for a program to run."));
  CHECK_FALSE(has(text, "correctness.any"));
}
