// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/course/mutation/equivalents.h"

#include <doctest/doctest.h>

using namespace cudalab::mutation;

namespace {

std::string complaint(const std::string& text) {
  try {
    parse_equivalents(text);
  } catch (const equivalents_error& error) {
    return error.what();
  }
  return "";
}

} // namespace

TEST_CASE("entries: a place, lines before and after, a reason") {
  const equivalents known = parse_equivalents("# why these are right\n"
                                              "lab00.cu, f\n"
                                              "- a = b;\n"
                                              "+ a = c;\n"
                                              "- a = b;\n"
                                              "+ a = d;\n"
                                              "Nobody\n"
                                              "reads a.\n"
                                              "\n"
                                              "part.h\n"
                                              "- int n = 7;\n"
                                              "+ int n = 8;\n"
                                              "Both will do.\n");
  REQUIRE(known.size() == 3);
  CHECK(known.at({"lab00.cu", "f", "a = b;", "a = c;"}) == "Nobody reads a.");
  CHECK(known.at({"lab00.cu", "f", "a = b;", "a = d;"}) == "Nobody reads a.");
  CHECK(known.at({"part.h", "", "int n = 7;", "int n = 8;"}) == "Both will do.");
  CHECK(parse_equivalents("").empty());
}

TEST_CASE("what is missing is named with its line") {
  CHECK(complaint("lab00.cu, f\n- a\n+ b\n").find("line 3: the entry") == 0);
  CHECK(complaint("lab00.cu, f\n- a\n\n").find("line 3: the entry") == 0);
  CHECK(complaint("lab00.cu, f\nwhy\n").find("line 2: the entry") == 0);
  CHECK(complaint("lab00.cu, f\n+ b\nwhy\n").find("line 2: a + line") == 0);
  CHECK(complaint("lab00.cu, f\n- a\n- b\nwhy\n").find("line 3: a - line") == 0);
  CHECK(complaint("lab00.cu, f\n- a\n+ b\n- a\n+ b\nwhy\n").find("twice: b") != std::string::npos);
}

TEST_CASE("an entry whose line has changed is found") {
  const auto mutants = mutants_of("lab00.cu", "void f() {\n  g(7);\n}\n");
  const equivalents known = parse_equivalents("lab00.cu, f\n- g(7);\n+ g(8);\nReason.\n\n"
                                              "lab00.cu, f\n- g(7)\n+ g(9);\nReason.\n");
  const auto missing = outdated(known, mutants);
  REQUIRE(missing.size() == 1);
  CHECK(missing.front().after == "g(9);");
}

TEST_CASE("names that nobody has looked at") {
  const std::string reason = "one_round, no_step: the loop is left out.";
  CHECK(false_names({"no_step", "one_round"}, reason).empty());
  CHECK(false_names({"no_step", "step"}, reason) == std::vector<std::string>{"step"});
  CHECK(false_names({"one_round"}, "") == std::vector<std::string>{"one_round"});
}
