// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/reference/starter.h"

#include <string>

#include <doctest/doctest.h>

using cudalab::reference::make_starter;
using cudalab::reference::marking_error;

namespace {

/// What make_starter says about a wrong marking.
std::string complaint(const std::string& solution) {
  try {
    make_starter(solution);
  } catch (const marking_error& error) {
    return error.what();
  }
  return "";
}

} // namespace

TEST_CASE("a solution part is replaced by its starter text, at the comment's indentation") {
  CHECK(make_starter("void f() {\n"
                     "  // BEGIN SOLUTION\n"
                     "  // STARTER: // TODO(lab00.1): add (1 line).\n"
                     "  // STARTER:   deeper();\n"
                     "  // STARTER:\n"
                     "  right();\n"
                     "\n"
                     "  // END SOLUTION\n"
                     "}\n") == "void f() {\n"
                               "  // TODO(lab00.1): add (1 line).\n"
                               "    deeper();\n"
                               "\n"
                               "}\n");
}

TEST_CASE("several parts, and text outside them to the last character") {
  CHECK(make_starter("a\n// BEGIN SOLUTION\n// STARTER: b\n// END SOLUTION\n\n\tc // END\n"
                     "// BEGIN SOLUTION\n// STARTER: d\n// END SOLUTION\n") ==
        "a\nb\n\n\tc // END\nd\n");
}

TEST_CASE("wrong markings are named with their line") {
  CHECK(complaint("x\n// BEGIN SOLUTION\n// STARTER: y\n").find("line 2: BEGIN") == 0);
  CHECK(complaint("x\n// END SOLUTION\n").find("line 2: END") == 0);
  CHECK(complaint("// BEGIN SOLUTION\n// BEGIN SOLUTION\n").find("line 2: BEGIN") == 0);
  CHECK(complaint("// BEGIN SOLUTION\nz\n// END SOLUTION\n").find("line 1: this part") == 0);
  CHECK(complaint("// STARTER: y\n").find("line 1: STARTER outside") == 0);
  CHECK(complaint("all is given\n").find("line 1: no BEGIN") == 0);
}
