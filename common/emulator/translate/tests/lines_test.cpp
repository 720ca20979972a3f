// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "emulator/translate/translate.h"

using namespace cudalab::emulator;

namespace {

auto newlines(const std::string& text) {
  return std::count(text.begin(), text.end(), '\n');
}

/// The line on which `what` first stands; 0: nowhere.
int line_of(const std::string& text, const std::string& what) {
  std::istringstream lines(text);
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number)
    if (line.find(what) != line.npos)
      return number;
  return 0;
}

} // namespace

TEST_CASE("every line keeps its number") {
  const std::string text = "void f() {\n"
                           "  k<A,\n"
                           "    B><<<grid(\n"
                           "         1),\n"
                           "      block>>>\n"
                           "    (first, // one\n"
                           "     0,\n"
                           "     {1,\n"
                           "      2}, /* a\n"
                           "     b */ last\n"
                           "    );\n"
                           "  after();\n"
                           "}\n";
  const std::string result = translate(text).text;
  CHECK(newlines(result) == newlines(text));
  for (const char* what : {"grid", "block", "first", "last", "after"}) {
    CAPTURE(what);
    CHECK(line_of(result, what) == line_of(text, what));
  }
}

TEST_CASE("line markers inside a launch stay whole and in order") {
  const std::string text = "k<<<1,\n"
                           "# 20 \"a.cu\"\n"
                           "  b>>>(x,\n"
                           "# 30 \"a.cu\"\n"
                           "  0\n"
                           "# 40 \"a.cu\" 3 4\n"
                           "  , y);\n";
  const std::string result = translate(text).text;
  CHECK(newlines(result) == newlines(text));
  for (const char* what : {"# 20 \"a.cu\"", "# 30 \"a.cu\"", "# 40 \"a.cu\" 3 4", "y);"}) {
    CAPTURE(what);
    CHECK(line_of(result, what) == line_of(text, what));
    CHECK((what[0] != '#' || result.find("\n" + std::string(what) + "\n") != result.npos));
  }
}

TEST_CASE("an error knows its place by the line markers") {
  const std::string text = "# 0 \"lab04.cu\"\n# 1 \"<built-in>\"\n# 1 \"/usr/include/x.h\" 1 3\n\n"
                           "# 55 \"dir/lab \\\"04.cu\" 2\n\n\n  k<<<1>>>(a);\n"
                           "#line 90 \"other.h\"\n l<<<1>>>();\n";
  const translation result = translate(text);
  REQUIRE(result.errors.size() == 2);
  CHECK(result.errors[0].place.file == "dir/lab \"04.cu");
  CHECK(result.errors[0].place.line == 57);
  CHECK(result.errors[0].place.column == 4);
  CHECK(result.errors[1].place.file == "other.h");
  CHECK(result.errors[1].place.line == 90);
}

TEST_CASE("launches are listed with their lines") {
  const translation result = translate("# 10 \"a.cu\"\n\n  k<<<1, 2>>>(x,\n  0,  y + \n 1);\n");
  REQUIRE(result.launches.size() == 1);
  CHECK(result.launches[0].begin.line == 11);
  CHECK(result.launches[0].begin.column == 3);
  CHECK(result.launches[0].last_line == 13);
  CHECK(result.launches[0].arguments == std::vector<std::string>{"x", "0", "y + 1"});
}

TEST_CASE("random text never crashes, keeps its lines, and without triggers is unchanged") {
  const std::vector<std::string> pieces = {
      "k",     "<",          "<<<",    ">>>",         "<<",       ">>",        ">",    "(",
      ")",     "{",          "}",      "[",           "]",        ",",         ";",    "\"",
      "'",     "\n",         " ",      "//",          "/*",       "*/",        "R\"(", ")\"",
      "::",    "->",         ".",      "...",         "0",        "1.5",       "\\",   "# 5",
      "=",     "static",     "extern", "__shared__ ", "operator", "template ", "if ",  "x",
      "\"s\"", "alignas(4)", "[["};
  std::mt19937 random(4);
  for (int round = 0; round < 20'000; ++round) {
    std::string text;
    for (int count = static_cast<int>(random() % 40); count > 0; --count)
      text += pieces[random() % pieces.size()];
    CAPTURE(text);
    const translation result = translate(text);
    REQUIRE(newlines(result.text) == newlines(text));
    if (result.launches.empty() && text.find("__shared__") == text.npos)
      REQUIRE(result.text == text);
  }
}

TEST_CASE("a file cut off anywhere is still read to its end") {
  const std::string text = "# 1 \"a.cu\"\ntemplate <class T> void f(T* p) {\n"
                           "  extern __shared__ __attribute__((aligned(8))) T s[];\n"
                           "  ns::k<A<B<T>>, (1 > 0)><<<dim3(1, 2), f<3>(4), sizeof(T) << 2>>>(\n"
                           "      p, {1, 2}, R\"x(\n)\" )x\", [=] { l<<<1, 2>>>(0); }, 'c');\n}\n";
  for (std::size_t length = 0; length <= text.size(); ++length) {
    const std::string part = text.substr(0, length);
    CHECK(newlines(translate(part).text) == newlines(part));
  }
  CHECK(translate(text).errors.empty());
}
