// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/checks/unset_values.h"

#include <doctest/doctest.h>

using namespace cudalab::grader;

namespace {

/// A correctness check's message after a clean check of an exercise saw a finding.
check_result told(const std::string& message, finding_kind kind,
                  finding_severity severity = finding_severity::error, int exercise = 2) {
  check_result wrong, watched;
  wrong.kind = check_kind::correctness;
  wrong.status = status::fail;
  wrong.exercise = 2;
  wrong.message = message;
  wrong.next = "launch a kernel";
  watched.kind = check_kind::clean;
  watched.status = status::fail;
  watched.exercise = exercise;
  watched.title = "nothing is touched outside";
  watched.findings.emplace_back();
  watched.findings.back().kind = kind;
  watched.findings.back().severity = severity;
  std::vector<check_result> judged = {wrong, watched};
  tell_unset_from_unwritten(judged);
  return judged.front();
}

} // namespace

TEST_CASE("an output that was added to what it held is not one that nobody wrote") {
  const std::string said = "wrong in 2 of 2 cases. f: nothing was written to d_out (5 elements)";
  for (const finding_kind kind : {finding_kind::uninitialised_read, finding_kind::out_of_bounds}) {
    const check_result result = told(said, kind);
    CHECK(result.message == "wrong in 2 of 2 cases. f: there is no number in d_out (5 elements)");
    CHECK(result.next.find("nothing is touched outside") != std::string::npos);
  }
  CHECK(told(said, finding_kind::race).message == said);
  CHECK(told(said, finding_kind::uninitialised_read, finding_severity::advice).message == said);
  CHECK(told(said, finding_kind::uninitialised_read, finding_severity::error, 3).message == said);
  CHECK(told(said, finding_kind::uninitialised_read, finding_severity::error, 0).message != said);
  CHECK(told("f: every element is 0", finding_kind::out_of_bounds).message ==
        "f: every element is 0");
}
