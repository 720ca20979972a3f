// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/checks/ending_words.h"

#include <doctest/doctest.h>

using namespace cudalab::grader;

namespace {

ending_words after(const std::string& exception, const std::string& next) {
  case_outcome outcome;
  outcome.how = ending::exception;
  outcome.detail = exception;
  outcome.next = next;
  return words_for(outcome, "scale", run_limits{});
}

} // namespace

TEST_CASE("the course's own complaints bring their next step with them") {
  const ending_words words = after("step was called 0 times", "It should be called once.");
  CHECK(words.message == "step was called 0 times");
  CHECK(words.next == "It should be called once.");
  CHECK(after("two\nlines of a student's", "").next.empty());
}
