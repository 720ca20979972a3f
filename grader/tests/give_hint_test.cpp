// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/cli/give_hint.h"

#include <doctest/doctest.h>

#include "grader/cli/usage_error.h"
#include "grader/tests/has.h"
#include "grader/tests/scratch_folder.h"

using namespace cudalab::grader;

namespace {

/// Somebody who works on lab 06.
struct student {
  scratch_folder scratch;
  progress_file progress{scratch.path() / "progress.json"};
  lab_description lab06 = {"lab06", "Convolution", "lab06_convolution", {}, {}};

  std::string asks(int exercise = 0, int stage = 0) {
    options given;
    given.exercise = exercise;
    given.stage = stage;
    return give_hint(lab06, given, style{}, progress);
  }
  void was_graded(const std::string& verdict, int open_exercise) {
    attempt one;
    one.verdict = verdict;
    progress.record("lab06", one);
    progress.set_open_exercise("lab06", open_exercise);
  }
  /// With --exercise; a check an exercise. The lab has six exercises.
  void graded_only(const std::vector<std::pair<int, check_status>>& exercises) {
    lab_description whole = lab06;
    for (int i = 1; i <= 6; ++i) {
      whole.checks.emplace_back();
      whole.checks.back().exercise = i;
    }
    grade result;
    result.checks.emplace_back(); // the build
    for (const auto& [exercise, how] : exercises) {
      result.checks.emplace_back();
      result.checks.back().exercise = exercise;
      result.checks.back().status = how;
    }
    const auto last = progress.last("lab06");
    progress.set_open_exercise(
        "lab06",
        open_after_part(result, whole, progress.open_exercise("lab06"), last && last->passed()));
  }
};

} // namespace

TEST_CASE("hints come one by one, and begin at the exercise that is open") {
  student one;
  CHECK(has(one.asks(), "lab06, exercise 1, hint 1 of 3"));
  CHECK(has(one.asks(), "lab06, exercise 1, hint 2 of 3"));
  one.was_graded("fail", 4);
  CHECK(has(one.asks(), "lab06, exercise 4, hint 1 of 3"));
  CHECK(has(one.asks(1), "lab06, exercise 1, hint 3 of 3"));
  CHECK(has(one.asks(1), "You have seen all hints of exercise 1"));
  CHECK(has(one.asks(1, 2), "lab06, exercise 1, hint 2 of 3"));
  CHECK_THROWS_AS(one.asks(9), usage_error);
}

TEST_CASE("who has passed gets no hint unasked") {
  student one;
  one.was_graded("pass", 0);
  CHECK(has(one.asks(), "passed when it was graded last"));
  CHECK(one.progress.hints_shown("lab06", 1) == 0);
  CHECK(has(one.asks(2), "lab06, exercise 2, hint 1 of 3"));
  one.was_graded("fail", 1); // and broke it again
  CHECK(has(one.asks(), "lab06, exercise 1, hint 1 of 3"));
}

TEST_CASE("a hint is for the exercise that was graded last, alone too") {
  student one;
  one.graded_only({{3, check_status::fail}}); // never graded as a whole
  CHECK(has(one.asks(), "lab06, exercise 3, hint 1 of 3"));
  one.was_graded("fail", 1);
  one.graded_only({{4, check_status::fail}});
  CHECK(has(one.asks(), "lab06, exercise 4, hint 1 of 3"));
  one.graded_only({{2, check_status::pass}}); // says nothing of 4
  CHECK(has(one.asks(), "lab06, exercise 4, hint 2 of 3"));
  one.graded_only({{4, check_status::pass}, {4, check_status::skipped}});
  CHECK(has(one.asks(), "lab06, exercise 5, hint 1 of 3"));
  one.graded_only({{5, check_status::pass}, {6, check_status::noisy}});
  CHECK(has(one.asks(), "lab06, exercise 6, hint 1 of"));
  one.graded_only({{6, check_status::pass}}); // there is no seventh
  CHECK(one.progress.open_exercise("lab06") == 0);
}

TEST_CASE("an exercise that broke after the lab had passed gets hints until it is mended") {
  student one;
  one.was_graded("pass", 0);
  one.graded_only({{2, check_status::fail}});
  CHECK(has(one.asks(), "lab06, exercise 2, hint 1 of 3"));
  one.graded_only({{2, check_status::pass}});
  CHECK(has(one.asks(), "passed when it was graded last"));
}
