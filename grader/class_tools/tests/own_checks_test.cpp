// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <stdexcept>

#include <doctest/doctest.h>

#include "grader/own_checks.h"
#include "grader/tests/has.h"

using namespace cudalab::grader;

namespace {

std::string refusal(lab_description& lab, const char* module) {
  try {
    add_own_checks(lab, module);
  } catch (const std::runtime_error& problem) {
    return problem.what();
  }
  return "";
}

} // namespace

TEST_CASE("an instructor's own checks stand behind the lab's, and are known as such") {
  lab_description lab{.name = "lab04", .title = "", .folder = ""};
  lab.checks.push_back({"correctness.all", "", 1, 10, correctness_check{}});
  CHECK(own_checks_of(lab).empty());
  add_own_checks(lab, CUDALAB_OWN_MODULE);
  REQUIRE(lab.checks.size() == 3);
  CHECK(lab.checks[1].id == "correctness.larger");
  CHECK(lab.checks[1].points == 5);
  CHECK(own_checks_of(lab) == std::set<std::string>{"correctness.larger", "traffic.threads"});
  CHECK(has(refusal(lab, CUDALAB_OWN_MODULE), "lab04 has a check 'correctness.larger' already"));
  CHECK(has(refusal(lab, "nothing.so"), "your own checks of lab04 cannot be loaded"));
}
