// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <doctest/doctest.h>

#include "grader/cli/chosen_exercises.h"
#include "grader/cli/usage_error.h"

using namespace cudalab::grader;

namespace {

lab_description four_checks() {
  lab_description whole;
  whole.name = "lab09";
  const auto add = [&](const char* id, int exercise) {
    check_description one;
    one.id = id;
    one.exercise = exercise;
    whole.checks.push_back(one);
  };
  add("correctness.sum", 1);
  add("clean.sum", 1);
  add("correctness.product", 2);
  add("traffic.whole_lab", 0);
  return whole;
}

std::set<int> chosen(const std::vector<std::string>& asked) {
  return chosen_exercises(four_checks(), asked);
}

} // namespace

TEST_CASE("an exercise is chosen by its number, or by one of its checks") {
  CHECK(chosen({"1"}) == std::set{1});
  CHECK(chosen({"clean.sum"}) == std::set{1});
  CHECK(chosen({"2", "1"}) == std::set{1, 2});
  CHECK(chosen({"traffic.whole_lab"}) == std::set{0});
  CHECK(chosen({}).empty());
}

TEST_CASE("an exercise that the lab does not have is a wrong usage") {
  CHECK_THROWS_WITH_AS(chosen({"3"}), "lab09 has no exercise '3': its exercises are 1 to 2.",
                       usage_error);
  CHECK_THROWS_AS(chosen({"clean.product"}), usage_error);
  CHECK_THROWS_AS(chosen({"0"}), usage_error);
}
