// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/checks/ending_words.h"

#include <doctest/doctest.h>

#include "grader/tests/has.h"

using namespace cudalab::grader;

namespace {

ending_words after(const std::string& exception) {
  case_outcome outcome;
  outcome.how = ending::exception;
  outcome.detail = exception;
  return words_for(outcome, "scale", limits{});
}

} // namespace

TEST_CASE("what is mapped twice, or never, is told with its cure") {
  CHECK(has(after("a.cu:7: f(): cudaErrorAlreadyMapped (resource already mapped)").next,
            "must be unmapped"));
  CHECK(has(after("a.cu:7: f(): cudaErrorNotMapped (resource not mapped)").next, "Map it first"));
}

TEST_CASE("the course's own complaints bring their next step with them") {
  const ending_words words = after("step was called 0 times\nIt should be called once.");
  CHECK(words.message == "step was called 0 times");
  CHECK(words.next == "It should be called once.");
}
