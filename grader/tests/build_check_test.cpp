// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/checks/build_check.h"

#include <fstream>

#include <doctest/doctest.h>

#include "grader/tests/has.h"
#include "grader/tests/scratch_folder.h"
#include "grader/verdict.h"

using namespace cudalab::grader;
using kind = build_outcome::kind;

namespace {

build_outcome outcome(kind how) {
  build_outcome made;
  made.how = how;
  return made;
}

} // namespace

TEST_CASE("built is built, whether rules could be checked or not") {
  const build_outcome good = outcome(kind::built), none = outcome(kind::unavailable);
  const check_result result = judge_build({&good, &good}, &none, "lab04.h");
  CHECK(result.status == check_status::pass);
  CHECK(result.id == "build");
}

TEST_CASE("a compile error names the first error's place, not a warning's") {
  const build_outcome good = outcome(kind::built);
  build_outcome bad = outcome(kind::compile_error);
  bad.diagnostics = {{"/x/lab04.cu", 3, 1, "warning", "unused"},
                     {"/x/lab04.cu", 41, 5, "error", "expected ';'"}};
  const check_result result = judge_build({&good, &bad}, nullptr, "lab04.h");
  CHECK(result.status == check_status::error);
  CHECK(result.message == "the file does not compile: lab04.cu:41: error: expected ';'");
  CHECK(result.data["diagnostics"].size() == 2);
  CHECK(result.details == std::vector<std::string>{"lab04.cu:3: warning: unused"});
  CHECK_FALSE(is_infrastructure_trouble(result));
}

TEST_CASE("what to do about a compile error is said where it is known") {
  build_outcome bad = outcome(kind::compile_error);
  bad.diagnostics = {{"/x/lab04.cu", 3, 1, "warning", "unused", "Use it."},
                     {"/x/lab04.cu", 41, 5, "error", "unknown type name 'requires'", "Do without."},
                     {"/x/lab04.cu", 42, 5, "error", "expected ';'"}};
  CHECK(judge_build({&bad}, nullptr, "lab04.h").next == "Do without.");
  bad.diagnostics[1].remedy = "";
  CHECK(has(judge_build({&bad}, nullptr, "lab04.h").next, "Fix the first error first"));
}

TEST_CASE("a missing function is shown as the header declares it, with its line") {
  scratch_folder scratch;
  const auto header = scratch.path() / "lab04.h";
  std::ofstream(header) << "// matmul(int) is the thing\n\nvoid matmul(const float* d_M,\n"
                           "            int I);\nLAB_FUNCTION(matmul, d_M, I)\n";
  build_outcome bad = outcome(kind::missing_function);
  bad.missing = {"void matmul(const float*, int)"};
  const check_result result = judge_build({&bad}, nullptr, header);
  CHECK(result.status == check_status::error);
  CHECK(has(result.message, "no function matmul"));
  REQUIRE(result.details.size() == 1);
  CHECK(result.details[0] == "lab04.h:3: void matmul(const float* d_M, int I);");
}

TEST_CASE("a missing function that is no plain name is told as the linker tells it") {
  build_outcome missing = outcome(kind::missing_function);
  missing.missing = {"[x", "f)(int)", "a::operator()(int)"};
  const check_result result = judge_build({&missing}, nullptr, "lab04.h");
  CHECK(result.status == check_status::error);
  CHECK(result.details == missing.missing);
}

TEST_CASE("a broken rule of CUDA fails in the rule's words") {
  const build_outcome good = outcome(kind::built);
  build_outcome rules = outcome(kind::rule_violation);
  rules.diagnostics = {
      {"/x/lab04.cu", 7, 1, "error", "a kernel calls the host function f", "Mark it."}};
  const check_result result = judge_build({&good}, &rules, "lab04.h");
  CHECK(result.status == check_status::fail);
  CHECK(has(result.message, "a kernel calls the host function f"));
  CHECK(result.next == "Mark it.");
}

TEST_CASE("a compiler that is missing or broken is nobody's mistake") {
  build_outcome none = outcome(kind::unavailable), broken = outcome(kind::failed);
  none.log = "clang++ was not found";
  broken.log = "No space left on device";
  CHECK(is_infrastructure_trouble(judge_build({&none}, nullptr, "lab04.h")));
  CHECK(judge_build({&none}, nullptr, "lab04.h").data["missing_tool"] == true);
  CHECK(is_infrastructure_trouble(judge_build({&broken}, nullptr, "lab04.h")));
  CHECK(has(judge_build({&broken}, nullptr, "lab04.h").message, "No space left"));
}

TEST_CASE("what nvcc says is a note") {
  CHECK(has(nvcc_note(outcome(kind::built)), "compiles the file too"));
  build_outcome bad = outcome(kind::compile_error);
  bad.diagnostics = {{"/x/lab04.cu", 4, 1, "error", "no"}};
  CHECK(has(nvcc_note(bad), "lab04.cu:4: error: no"));
}
