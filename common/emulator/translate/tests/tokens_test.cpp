// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "emulator/translate/tokens.h"

using namespace cudalab::emulator;

namespace {

std::vector<std::string> significant(const std::string& text) {
  std::vector<std::string> pieces;
  for (const token& piece : tokenize(text))
    if (piece.significant())
      pieces.push_back(text.substr(piece.begin, piece.length));
  return pieces;
}

using list = std::vector<std::string>;

} // namespace

TEST_CASE("the pieces together are the text") {
  const std::string text = "# 1 \"a\"\nint a = 1'000u; /* x */ L\"s\\\"\" // y\n R\"d(\n)\" )d\"_s";
  std::string together;
  for (const token& piece : tokenize(text)) {
    CHECK(piece.begin == together.size());
    together += text.substr(piece.begin, piece.length);
  }
  CHECK(together == text);
}

TEST_CASE("literals are one piece") {
  CHECK(significant("L\"a\\\"b\"sv u8'x'") == list{"L\"a\\\"b\"sv", "u8'x'"});
  CHECK(significant("R\"(a\")\" uR\"--(\n)-\")--\"") == list{"R\"(a\")\"", "uR\"--(\n)-\")--\""});
  CHECK(significant("1'000 0x1p-3f .5e+2 1.5f 1-2") ==
        list{"1'000", "0x1p-3f", ".5e+2", "1.5f", "1", "-", "2"});
}

TEST_CASE("angle brackets are single pieces, arrows and comparisons are not") {
  CHECK(significant("a<<<b>>>c") == list{"a", "<", "<", "<", "b", ">", ">", ">", "c"});
  CHECK(significant("a->b-->c>=d<=e") ==
        list{"a", "->", "b", "--", ">", "c", ">=", "d", "<=", "e"});
}

TEST_CASE("a directive stands at the start of a line only") {
  CHECK(significant("  # 5 \"x\" '\na # b") == list{"a", "#", "b"});
}

TEST_CASE("what is not terminated ends with its line or the text") {
  CHECK(significant("\"abc\nx") == list{"\"abc", "x"});
  CHECK(significant("/* abc\nx").empty());
  CHECK(significant("R\"(abc\nx") == list{"R\"(abc\nx"});
}
