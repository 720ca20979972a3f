// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/cli/untouched.h"

#include <doctest/doctest.h>

using namespace cudalab::grader;

namespace {

const std::string head = "// lab09.1 and lab09.2\nint first() {\n  // TODO(lab09.1): a number\n"
                         "  return 0;\n}\n";
const std::string second = "\nint second() {\n  // TODO(lab09.2): another\n  return 0;\n}\n";
const std::string third = "\nint third() {\n  return 0; // TODO(lab09.2): as above\n}\n";

std::set<int> untouched(const std::string& submission) {
  return untouched_exercises("lab09", head + second + third, submission);
}

} // namespace

TEST_CASE("an exercise is untouched where all of its functions are the starter's") {
  CHECK(untouched(head + second + third) == std::set{1, 2});
  CHECK(untouched("// mine\n" + head + second + third) == std::set{1, 2});
  CHECK(untouched(head + second + "\nint third() {\n  return 7;\n}\n") == std::set{1});
  CHECK(untouched(head + second) == std::set{1});
  CHECK(untouched("").empty());
  CHECK(untouched("int first() {\n  // TODO(lab09.1): a number\n  return 1;\n}\n" + second +
                  third) == std::set{2});
}

TEST_CASE("blanks at the ends of lines change nothing") {
  std::string text = head + second + third;
  text.insert(text.find('\n'), " \t\r");
  CHECK(untouched(text) == std::set{1, 2});
}

TEST_CASE("another lab's marks are none, and a starter without marks has no exercises") {
  CHECK(untouched_exercises("lab08", head, head).empty());
  CHECK(untouched_exercises("lab09", "", head).empty());
}
