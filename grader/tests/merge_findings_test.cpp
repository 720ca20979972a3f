// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/checks/merge_findings.h"

#include <doctest/doctest.h>

#include "grader/tests/fixed_grade.h"

using namespace cudalab::grader;

TEST_CASE("the same lines in two cases are one finding, told as the first case saw it") {
  finding later = fixed_race();
  later.count = 1;
  later.object = "Mds[0][0]";
  merged_findings merged;
  merged.add({fixed_race(), fixed_race()});
  merged.add({later});
  merged.add({});
  const auto seen = merged.take();
  REQUIRE(seen.size() == 1);
  CHECK(seen[0].cases == 2);
  CHECK(seen[0].what.object == "Mds[3][0]");
}

TEST_CASE("what is an error in some cases is told as the first of these saw it") {
  finding said = fixed_race(), wrong = fixed_race();
  said.severity = finding_severity::warning;
  wrong.object = "Mds[0][0]";
  merged_findings merged;
  merged.add({said}, "right");
  merged.add({wrong}, "wrong");
  merged.add({said}, "right again");
  const auto seen = merged.take();
  REQUIRE(seen.size() == 1);
  CHECK(seen[0].cases == 3);
  CHECK(is_error(seen[0].what));
  CHECK(seen[0].what.seen_in == "wrong");
  CHECK(seen[0].what.object == "Mds[0][0]");
}

TEST_CASE("other lines, kinds or kernels are other findings") {
  finding line = fixed_race(), kind = fixed_race(), kernel = fixed_race();
  line.parties[0].line = 99;
  kind.kind = finding_kind::out_of_bounds;
  kernel.kernel = "another";
  merged_findings merged;
  merged.add({fixed_race(), line, kind, kernel});
  CHECK(merged.take().size() == 4);
}

TEST_CASE("a cause comes before its consequences") {
  finding read = fixed_race(), barrier = fixed_race();
  read.kind = finding_kind::uninitialised_read;
  barrier.kind = finding_kind::barrier_divergence;
  merged_findings merged;
  merged.add({read, fixed_race(), barrier});
  const auto seen = merged.take();
  CHECK(seen[0].what.kind == finding_kind::barrier_divergence);
  CHECK(seen[1].what.kind == finding_kind::race);
  CHECK(seen[2].what.kind == finding_kind::uninitialised_read);
}

TEST_CASE("one of each kind comes first, and then what is at other lines") {
  const auto at = [](finding_kind kind, int one, int other, const std::string& object) {
    finding made = fixed_race();
    made.kind = kind;
    made.object = object;
    made.parties[0].line = one;
    made.parties[1].line = other;
    return made;
  };
  merged_findings merged;
  merged.add({at(finding_kind::race, 23, 18, "first"), at(finding_kind::race, 23, 19, "half new"),
              at(finding_kind::race, 40, 41, "all new"),
              at(finding_kind::out_of_bounds, 18, 18, "outside"),
              at(finding_kind::out_of_bounds, 20, 20, "outside too")});
  finding advice = at(finding_kind::double_arithmetic, 90, 90, "advice");
  advice.severity = finding_severity::information;
  merged.add({advice});
  std::string order;
  for (const seen_finding& each : merged.take())
    order += each.what.object + ", ";
  CHECK(order == "first, outside too, all new, half new, outside, advice, ");
}
