// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/report/wrap.h"

#include <algorithm>
#include <limits>

#include <doctest/doctest.h>

#include "grader/printable.h"

#include "grader/report/matrix_text.h"
#include "grader/report/terminal.h"

using namespace cudalab::grader;

TEST_CASE("lines end before the width, and go on under the text of the first") {
  CHECK(wrap("one two three four", 12, "- ") == "- one two\n  three four\n");
  CHECK(wrap("short", 80) == "short\n");
  CHECK(wrap("", 80) == "\n");
  CHECK(wrap("a\nb", 80, "  ") == "  a\n  b\n");
}

TEST_CASE("a word that is too long stands alone") {
  CHECK(wrap("see /a/very/long/path/indeed now", 10) == "see\n/a/very/long/path/indeed\nnow\n");
}

TEST_CASE("columns are counted, not bytes") {
  CHECK(columns_of("→ é") == 3);
  CHECK(wrap("éééé éééé", 9) == "éééé éééé\n");
}

TEST_CASE("a cut text has whole characters only") {
  CHECK(cut("abcdef", 3) == "abc");
  CHECK(cut("aé→b", 3) == "aé→");
  CHECK(cut("aé→b", 2) == "aé");
  CHECK(cut("ab", 5) == "ab");
  CHECK(cut("→→", 0).empty());
}

TEST_CASE("without UTF-8 every character becomes ASCII") {
  const style ascii{false, false, 80};
  CHECK(shown(ascii, "3 × 4 → 12…") == "3 x 4 -> 12...");
  CHECK(shown(ascii, "日") == "?");
  CHECK(shown(ascii, std::string("\xff")) == "?");
  CHECK(shown({false, true, 80}, "→") == "→");
}

TEST_CASE("what a terminal would obey, and what is no UTF-8, is replaced") {
  CHECK(printable("a\tb\nc → é 日") == "a\tb\nc → é 日");
  CHECK(printable("a\r\nb") == "a\nb");
  CHECK(printable("\033[2J\x7f") == "?[2J?");
  CHECK(printable("\xc2\x9b"
                  "31m") == "?31m");                                       // U+009B
  CHECK(printable("a\u202eb\u2067c\u2029d") == "a?b?c?d");                 // other directions
  CHECK(printable("\xff\xc3(\xe2\x82") == "?\?(?\?");                      // no UTF-8
  CHECK(printable("\xc0\xaf\xed\xa0\x80\xf4\x90\x80\x80") == "?????????"); // nor this
}

TEST_CASE("a small matrix is aligned, marked and cut") {
  const style plain{false, false, 80};
  CHECK(render_matrix({{1, 2.5, -3, 400}, 2, {}, {false, true, false, false}}, plain, "  ") ==
        "     1  2.5*\n    -3  400\n");
  const std::string large = render_matrix({std::vector<double>(400, 1), 20, {}, {}}, plain, "");
  CHECK(std::count(large.begin(), large.end(), '\n') == 17);
  CHECK(render_matrix({{7}, 1, {true}, {true}}, plain, "") == " ?*\n");
}

TEST_CASE("a picture has a character for each element, whatever was computed") {
  const style plain{false, false, 80};
  CHECK(render_picture({{0, 1, 9, 0, 0, 0, 2, 0, 5}, 3, {}, {}}, plain, "  ") ==
        "   .@\n\n  : +\n");
  const double not_a_number = std::numeric_limits<double>::quiet_NaN();
  CHECK(render_picture({{10, -1, 0.5, not_a_number, 3}, 5, {false, false, false, false, true}, {}},
                       plain, "") == "!!!!?\n");
  CHECK(render_picture({{}, 3, {}, {}}, plain, "") == "");
}
