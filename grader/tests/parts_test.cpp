// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/checks/parts.h"

#include <doctest/doctest.h>

#include "grader/tests/fixed_grade.h"

using namespace cudalab::grader;

namespace {

grade first_part() {
  grade one = fixed_grade();
  check_result& speed = one.checks.back();
  const check_result left = left_to_a_gpu();
  speed.status = left.status;
  speed.message = left.message;
  speed.data = left.data;
  settle(one);
  return one;
}

grade second_part(check_status build, check_status speed) {
  grade one;
  one.backend = backend_kind::gpu;
  one.backend_requested = "gpu";
  one.device = "NVIDIA H200";
  one.compiler = "nvcc 13.0";
  one.sandbox = "bubblewrap";
  one.notes = {"rules were not checked", "the GPU was hot"};
  one.checks = {fixed_check("build", check_kind::build, build, 0),
                fixed_check("speed.all", check_kind::speed, speed, 10)};
  one.times = {{"build gpu", 4}, {"total", 6}};
  one.sources = {{"lab04.cu", {{7, "seven"}}}};
  return one;
}

} // namespace

TEST_CASE("both parts are one grade: checks, points, times, notes, and where each was made") {
  grade before = first_part();
  before.sources = {{"lab04.cu", {{2, "two"}}}, {"lab04.h", {{1, "one"}}}};
  const grade joined = join_parts(before, second_part(check_status::pass, check_status::pass));
  REQUIRE(joined.checks.size() == before.checks.size());
  CHECK(joined.checks[0].message == before.checks[0].message); // the first part's build
  CHECK(joined.checks.back().status == check_status::pass);
  CHECK(joined.points == 10);
  CHECK(joined.max_points == 100);
  CHECK(joined.verdict == check_status::fail); // by the race of the first part
  CHECK(joined.backend == backend_kind::gpu);
  CHECK(joined.device == "NVIDIA H200 for speed, emulated CUDA device");
  CHECK(joined.compiler == "nvcc 13.0; clang++ 14.0.6");
  CHECK(joined.sandbox == "unsandboxed"); // as the first part was
  CHECK(joined.seed == 42);
  CHECK(joined.notes == std::vector<std::string>{"rules were not checked", "the GPU was hot"});
  REQUIRE(joined.times.size() == 3);
  CHECK(joined.times.back().step == "total");
  CHECK(joined.times.back().seconds == 7.25);
  REQUIRE(joined.sources.size() == 2);
  CHECK(joined.sources[0].lines.size() == 2);
}

TEST_CASE("where the file does not build for the GPU the build fails, and the rest stays") {
  grade before = first_part();
  grade gpu = second_part(check_status::error, check_status::error);
  gpu.checks.back().blocked_by = "build";
  gpu.sandbox = "unsandboxed";
  before.sandbox = "bubblewrap";
  const grade joined = join_parts(before, gpu);
  CHECK(joined.checks.front().status == check_status::error);
  CHECK(joined.checks.back().blocked_by == "build");
  CHECK(joined.checks[1].status == before.checks[1].status);
  CHECK(joined.max_points == 100);
  CHECK(joined.sandbox == "unsandboxed");
  CHECK(first_to_mend(joined)->id == "build");
}

TEST_CASE("a second part is the lab with what was left, and nothing else") {
  lab_description lab;
  lab.checks = {{"correctness.any", "", 1, 40, correctness_check{}},
                {"speed.all", "", 1, 10, speed_check{}}};
  const grade first = first_part();
  CHECK(has_second_part(first));
  const lab_description rest = second_part_of(lab, first);
  REQUIRE(rest.checks.size() == 1);
  CHECK(rest.checks[0].id == "speed.all");
  CHECK(!has_second_part(fixed_grade())); // skipped for another reason
  CHECK(second_part_of(lab, fixed_grade()).checks.empty());
}
