// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/course/mutation/page.h"

#include <doctest/doctest.h>

using namespace cudalab::mutation;

namespace {

const std::string text = "void f() {\n  g(6);\n}\n"; // its mutants: left out, 7 and 5

page_subject subject(const std::string& known) {
  solution what;
  what.lab = "lab00";
  what.folder = "lab00_topic";
  return {what, parse_equivalents(known), mutants_of("lab00.cu", text)};
}

result of(const mutant& one, outcome how, const std::vector<std::string>& checks = {}) {
  return {"lab00", one.name, one.nth, one.line, "", how, checks, {}, 0};
}

bool holds(const std::string& page, const std::string& part) {
  return page.find(part) != std::string::npos;
}

} // namespace

TEST_CASE("what compiles and is not right too counts: two of three are caught here") {
  const page_subject one = subject("");
  REQUIRE(one.mutants.size() == 3);
  const std::vector<result> results = {
      of(one.mutants[0], outcome::caught, {"clean.f", "correctness.f"}),
      of(one.mutants[1], outcome::out_of_time), of(one.mutants[2], outcome::survived)};
  const std::string page = mutation_page({one}, results);
  CHECK(holds(page, "| lab00_topic | 3 | 3 | 0 | 1 | 0 | 0 | 1 | 0 | 0 | 0 | 1 | 66.7 % |"));
  CHECK(holds(page, "| all | 3 | 3 |"));
  CHECK(holds(page, "Not explained yet.\n\n    lab00.cu:2 f\n    - g(6);\n    + g(5);\n"));
}

TEST_CASE("equivalents do not count, what only a GPU sees and what is missed does") {
  const std::string place = "lab00.cu, f\n- g(6);\n+ g(5);\n";
  const auto row_with = [&](const std::string& reason) {
    const page_subject one = subject(place + reason);
    return mutation_page({one}, {of(one.mutants[0], outcome::caught, {"traffic.f"}),
                                 of(one.mutants[1], outcome::invalid),
                                 of(one.mutants[2], outcome::survived)});
  };
  CHECK(holds(row_with("The same.\n"), "| 3 | 3 | 1 | 0 | 0 | 1 | 0 | 1 | 0 | 0 | 0 | 100.0 % |"));
  CHECK(holds(row_with("GPU: slow.\n"), "| 3 | 3 | 1 | 0 | 0 | 1 | 0 | 0 | 1 | 0 | 0 | 50.0 % |"));
  CHECK(holds(row_with("Missed: a.\n"), "| 3 | 3 | 1 | 0 | 0 | 1 | 0 | 0 | 0 | 1 | 0 | 50.0 % |"));
}

TEST_CASE("a result of a mutant that is no longer made is left out") {
  const page_subject one = subject("");
  result old = of(one.mutants[0], outcome::survived);
  old.name.before = "h(6);";
  CHECK(holds(mutation_page({one}, {old}), "| lab00_topic | 3 | 0 |"));
}
