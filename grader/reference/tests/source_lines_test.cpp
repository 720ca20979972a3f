// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/reference/source_lines.h"

#include <doctest/doctest.h>

using namespace cudalab::reference;

namespace {

/// "2-4" for the lines, from 0, of each definition.
std::string where(const std::string& text, const std::string& function) {
  std::string all;
  for (const line_range& each : definitions_of(lines_of(text), text, function))
    all += std::to_string(each.first) + "-" + std::to_string(each.last) + " ";
  return all;
}

} // namespace

TEST_CASE("a line without its comment and with single spaces") {
  CHECK(plain_line("   a  =  b; // why") == "a = b;");
  CHECK(plain_line("// only words") == "");
  CHECK(plain_line("a /* b */ + c; /* open") == "a + c;");
  CHECK(plain_line("f(\"// no  comment\", '\"'); // one") == "f(\"// no  comment\", '\"');");
  CHECK(plain_line("n = 1'000; // 'one'") == "n = 1'000;");
  CHECK(plain_line("s = \"\\\"//\"; //") == "s = \"\\\"//\";");
  CHECK(plain("  g = h + // why\n\n      i;\n") == "g = h + i;");
}

TEST_CASE("lines know where they stand") {
  const auto lines = lines_of("a;\n\n  b; // c");
  REQUIRE(lines.size() == 3);
  CHECK(lines[0].length == 3);
  CHECK(lines[1].code.empty());
  CHECK(lines[2].begin == 4);
  CHECK(lines[2].code == "b;");
  CHECK(lines[2].length == 9);
  CHECK(lines_of("").empty());
}

TEST_CASE("where functions are defined") {
  const std::string text = "void f(int n);\n"               // 0
                           "namespace x {\n"                // 1
                           "__global__ void f(int n,\n"     // 2
                           "                  int m) {\n"   // 3
                           "  g(n);\n"                      // 4
                           "  if (n) {\n"                   // 5
                           "  }\n"                          // 6
                           "}\n"                            // 7
                           "} // namespace x\n"             // 8
                           "struct s {\n"                   // 9
                           "  int f() { return 1; }\n"      // 10
                           "};\n"                           // 11
                           "void g(int) {}\n"               // 12
                           "constexpr int n = f(1);\n"      // 13
                           "template <int n>\n"             // 14
                           "__global__ void\n"              // 15
                           "__launch_bounds__(128) h() {\n" // 16
                           "}\n";                           // 17
  CHECK(where(text, "f") == "2-7 ");
  CHECK(where(text, "g") == "12-12 ");
  CHECK(where(text, "h") == "15-17 ");
  CHECK(where(text, "s") == "");
  CHECK(where(text, "ff") == "");
  CHECK(where(text + "int f() {\n}\n", "f") == "2-7 18-19 ");
  CHECK(where("void f() {\n", "f") == ""); // not closed
}
