// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/checks/causes.h"

#include <doctest/doctest.h>

using namespace cudalab::grader;

namespace {

lab_description two_exercises() {
  const auto none = [](random_source&) { return std::vector<test_case>{}; };
  lab_description one;
  one.checks = {{"correctness.timer", "one run", 1, 10, correctness_check{none}},
                {"correctness.median",
                 "many runs",
                 2,
                 10,
                 correctness_check{none},
                 {},
                 {"correctness.timer"}}};
  return one;
}

check_result judged(const std::string& id, const std::string& title, check_status how) {
  check_result result;
  result.id = id;
  result.title = title;
  result.status = how;
  result.next = "Sort them.";
  return result;
}

std::string next_of_second(check_status first, check_status second) {
  std::vector<check_result> both = {judged("correctness.timer", "one run", first),
                                    judged("correctness.median", "many runs", second)};
  for (std::size_t i = 0; i < both.size(); ++i)
    point_to_causes(two_exercises(), both, i);
  CHECK(both[0].next == "Sort them."); // it depends on nothing
  return both[1].next;
}

} // namespace

TEST_CASE("what depends on a failed check says so, and its own advice after it") {
  CHECK(next_of_second(check_status::fail, check_status::fail) ==
        "First fix \"one run\": this may follow from it. Then: Sort them.");
  CHECK(next_of_second(check_status::error, check_status::fail).find("First fix") == 0);
}

TEST_CASE("a check that passed, or whose support passed, stays as it is") {
  CHECK(next_of_second(check_status::pass, check_status::fail) == "Sort them.");
  CHECK(next_of_second(check_status::fail, check_status::pass) == "Sort them.");
  CHECK(next_of_second(check_status::skipped, check_status::fail) == "Sort them.");
}

TEST_CASE("what depends on a failed check says what was seen, and names no mistake") {
  std::vector<check_result> both = {judged("correctness.timer", "one run", check_status::fail),
                                    judged("correctness.median", "many runs", check_status::fail)};
  check_result& median = both[1];
  median.message = "wrong in 1 of 2 cases. 5 runs: the times are not sorted";
  median.details = {"milliseconds: expected 2, got 0", "the last lines that it printed: done"};
  median.data = {
      {"cases",
       {{{"name", "5 runs"}, {"passed", false}, {"reason", "known_mistake"}, {"cause", "unsorted"}},
        {{"name", "6 runs"}, {"passed", true}}}},
      {"first_told", "5 runs"},
      {"known_mistake", "the times are not sorted"}};
  point_to_causes(two_exercises(), both, 1);
  CHECK(median.message == "wrong in 1 of 2 cases. 5 runs: milliseconds: expected 2, got 0");
  CHECK(median.details == std::vector<std::string>{"the last lines that it printed: done"});
  CHECK(median.next == "First fix \"one run\": this may follow from it.");
  CHECK(!median.data.contains("known_mistake"));
  CHECK(!median.data["cases"][0].contains("cause"));
  CHECK(median.data["cases"][0]["reason"] == "wrong_values");

  both[0].status = check_status::pass;
  median.data["cases"][0]["cause"] = "unsorted";
  point_to_causes(two_exercises(), both, 1);
  CHECK(median.data["cases"][0]["cause"] == "unsorted");
}
