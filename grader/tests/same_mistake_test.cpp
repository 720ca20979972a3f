// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/checks/same_mistake.h"

#include <doctest/doctest.h>

using namespace cudalab::grader;

namespace {

/// What a correctness check says is next, which told first of a case with this reason, after a
/// clean check of an exercise saw a finding.
std::string next_after(const std::string& reason, finding_kind kind,
                       const std::string& space = "global", int exercise = 2) {
  check_result wrong, watched;
  wrong.kind = check_kind::correctness;
  wrong.status = status::fail;
  wrong.exercise = 2;
  wrong.next = "look at the store";
  wrong.data["first_told"] = "large";
  wrong.data["cases"] = {{{"name", "small"}, {"reason", "outside_output"}},
                         {{"name", "large"}, {"reason", reason}}};
  watched.kind = check_kind::clean;
  watched.status = status::fail;
  watched.exercise = exercise;
  watched.title = "nothing is touched outside";
  watched.findings.emplace_back();
  watched.findings.back().kind = kind;
  watched.findings.back().space = space;
  watched.findings.back().severity = finding_severity::error;
  std::vector<check_result> judged = {wrong, watched};
  tell_one_mistake_once(judged);
  return judged.front().next;
}

} // namespace

TEST_CASE("memory overwritten beside an output and an access outside are told as one mistake") {
  CHECK(next_after("outside_output", finding_kind::out_of_bounds)
            .find("\"nothing is touched outside\"") != std::string::npos);
  CHECK(next_after("outside_output", finding_kind::out_of_bounds, "global", 0) !=
        "look at the store");
  CHECK(next_after("outside_output", finding_kind::out_of_bounds, "shared") == "look at the store");
  CHECK(next_after("outside_output", finding_kind::out_of_bounds, "global", 3) ==
        "look at the store");
  CHECK(next_after("outside_output", finding_kind::race) == "look at the store");
  CHECK(next_after("wrong_values", finding_kind::out_of_bounds) == "look at the store");
}
