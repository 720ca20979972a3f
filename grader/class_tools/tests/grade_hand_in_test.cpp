// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/class_tools/grade_hand_in.h"

#include <csignal>
#include <stdexcept>

#include <doctest/doctest.h>

using namespace cudalab::grader;

namespace {

lab_description lab_with(case_maker cases) {
  lab_description lab;
  lab.checks = {{"correctness.a", "", 1, 1, correctness_check{std::move(cases)}}};
  return lab;
}

std::vector<test_case> one_case(random_source& random) {
  test_case one("four numbers", "f");
  one.input("d_in", random.floats(4));
  return {one};
}

} // namespace

TEST_CASE("cases are made once for hand-ins of one seed, where several have one") {
  const lab_description lab = lab_with(one_case);
  options how;
  how.backend = "cpu";
  const auto cases = cases_for_all(lab, how, hand_in_part::whole, {3, 7, 5, 7});
  REQUIRE(cases != nullptr);
  CHECK(cases->is_for(lab, backend_kind::cpu, 7));
  CHECK_FALSE(cases->is_for(lab, backend_kind::cpu, 3));
  CHECK_FALSE(cases->is_for(lab, backend_kind::gpu, 7));
  const lab_description another = lab_with(one_case);
  CHECK_FALSE(cases->is_for(another, backend_kind::cpu, 7));
  CHECK(cases_for_all(lab, how, hand_in_part::whole, {3, 7, 5}) == nullptr);
  CHECK(cases_for_all(lab, how, hand_in_part::whole, {}) == nullptr);
}

TEST_CASE("what a GPU completes has cases of its own, and the part before it those of a CPU") {
  const lab_description lab = lab_with(one_case);
  options how;
  how.backend = "gpu";
  CHECK(cases_for_all(lab, how, hand_in_part::second, {7, 7}) == nullptr);
  const auto first = cases_for_all(lab, how, hand_in_part::first, {7, 7});
  REQUIRE(first != nullptr);
  CHECK(first->is_for(lab, backend_kind::cpu, 7));
}

TEST_CASE("cases that cannot be made are left to each grading, which says so") {
  options how;
  how.backend = "cpu";
  const lab_description throws =
      lab_with([](random_source&) -> std::vector<test_case> { throw std::logic_error("no case"); });
  CHECK(cases_for_all(throws, how, hand_in_part::whole, {7, 7}) == nullptr);
  const lab_description crashes = lab_with([](random_source&) -> std::vector<test_case> {
    std::raise(SIGKILL);
    return {};
  });
  CHECK(cases_for_all(crashes, how, hand_in_part::whole, {7, 7}) == nullptr);
}
