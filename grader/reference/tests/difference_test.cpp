// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/reference/difference.h"

#include <doctest/doctest.h>

using namespace cudalab::reference;

namespace {

const solution marked_solution = {"lab00",
                                  "lab00_topic",
                                  "",
                                  {{"lab00.cu", "#include \"part.h\"\n"
                                                "\n"
                                                "void f() {\n"
                                                "  // BEGIN SOLUTION\n"
                                                "  // STARTER: a = 0;\n"
                                                "  a = 1; // one\n"
                                                "\n"
                                                "  wait();\n"
                                                "  // END SOLUTION\n"
                                                "  b = 2;\n"
                                                "  wait();\n"
                                                "}\n"
                                                "\n"
                                                "void g() {\n"
                                                "  wait();\n"
                                                "}\n"},
                                   {"part.h", "int n = 7;\n"}}};

solution solution_with(const std::string& difference) {
  return with_difference(marked_solution, parse_difference(difference, 10));
}

std::string changed_text(const std::string& difference) {
  return solution_with(difference).files[0].text;
}

/// The reference with a part of its text replaced.
std::string text_but(const std::string& old, const std::string& now) {
  std::string text = marked_solution.files[0].text;
  return text.replace(text.find(old), old.size(), now);
}

std::string difference_complaint(const std::string& difference) {
  try {
    solution_with(difference);
  } catch (const difference_error& error) {
    return error.what();
  }
  return "none";
}

std::string text_with(const std::string& words) {
  return with_difference(marked_solution, {parse_change(words, 10)}).files[0].text;
}

std::string words_complaint(const std::string& words) {
  try {
    text_with(words);
  } catch (const difference_error& error) {
    return error.what();
  }
  return "none";
}

bool begins_with(const std::string& text, const std::string& with) {
  return text.rfind(with, 0) == 0;
}

} // namespace

TEST_CASE("lines go and come, in a function or anywhere") {
  CHECK(changed_text("@@ g\n-  wait();\n") == text_but("void g() {\n  wait();\n", "void g() {\n"));
  CHECK(changed_text("@@\n-  b = 2;\n+  b = 3;\n") == text_but("b = 2", "b = 3"));
  CHECK(changed_text("@@ f\n b = 2;\n+  c();\n") == text_but("b = 2;\n", "b = 2;\n  c();\n"));
  CHECK(changed_text("@@\n+int c;\n+\n void g() {\n") == text_but("void g", "int c;\n\nvoid g"));
}

TEST_CASE("comments, blank lines and marks between the lines do not count, and stay") {
  CHECK(changed_text("@@ f\n   a =  1; // another word\n-wait();\n   b = 2;\n") ==
        text_but("\n  wait();\n  // END", "\n  // END"));
}

TEST_CASE("hunks are looked for in the text as it was, in any order") {
  CHECK(changed_text("@@ f\n   b = 2;\n-  wait();\n@@ f\n   a = 1;\n-  wait();\n+  b = 2;\n") ==
        changed_text("@@ f\n   a = 1;\n-  wait();\n+  b = 2;\n@@ f\n   b = 2;\n-  wait();\n"));
  // What one adds behind a line stands there, whatever the other one does to the next line.
  CHECK(changed_text("@@ f\n-  b = 2;\n@@ f\n   a = 1;\n   wait();\n+  c = 3;\n   b = 2;\n") ==
        text_but("  // END SOLUTION\n  b = 2;\n", "  c = 3;\n  // END SOLUTION\n"));
}

TEST_CASE("a header beside the solution") {
  const solution made = solution_with("@@ part.h\n-int n = 7;\n+int n = 8;\n");
  CHECK(made.files[1].text == "int n = 8;\n");
  CHECK(made.files[0].text == marked_solution.files[0].text);
  CHECK(difference_complaint("@@ other.h\n-int n = 7;\n") ==
        "line 10: the solution has no file other.h");
  CHECK(difference_complaint("@@ part.h, f\n-int n = 7;\n") ==
        "line 10: part.h has 0 functions named f");
}

TEST_CASE("a hunk that does not fit names its place and what it looked for") {
  CHECK(difference_complaint("@@ f\n   a = 1;\n-  b = 2;\n") ==
        "line 10: lab00.cu, f does not hold these lines, one after the other:\n"
        "    a = 1;\n    b = 2;");
  CHECK(difference_complaint("@@ h\n-  b = 2;\n") == "line 10: lab00.cu has 0 functions named h");
  // In the file, but in another function.
  CHECK(
      begins_with(difference_complaint("@@ g\n-  b = 2;\n"), "line 10: lab00.cu, g does not hold"));
}

TEST_CASE("a hunk that fits twice is refused") {
  CHECK(begins_with(difference_complaint("@@\n-  b = 2;\n+  b = 3;\n@@ f\n-  wait();\n"),
                    "line 13: lab00.cu, f holds these lines more than once"));
  CHECK(begins_with(difference_complaint("@@\n-  wait();\n }\n"),
                    "line 10: lab00.cu holds these lines more"));
}

TEST_CASE("two hunks do not change one line") {
  CHECK(difference_complaint("@@ f\n-  b = 2;\n@@\n-  b = 2;\n+  b = 3;\n") ==
        "line 10: two hunks change the same line of lab00.cu");
}

TEST_CASE("what is no difference") {
  CHECK(difference_complaint("-  b = 2;\n") ==
        "line 10: a difference begins with a line @@, and where it is");
  CHECK(difference_complaint("@@ f\nb = 2;\n") ==
        "line 11: this line begins with neither a space nor - nor +: b = 2;");
  CHECK(
      begins_with(difference_complaint("@@ f\n   b = 2;\n"), "line 10: this hunk changes nothing"));
  CHECK(begins_with(difference_complaint("@@ f\n"), "line 10: this hunk changes nothing"));
  CHECK(
      begins_with(difference_complaint("@@ f\n+  b = 2;\n"), "line 10: where do these lines go?"));
  CHECK(begins_with(difference_complaint("@@ f\n-  // only words\n"),
                    "line 10: lab00.cu, f does not hold"));
}

TEST_CASE("a change in words is less than a line, or lines with what stands between them") {
  CHECK(text_with("in f: `2` becomes `3`") == text_but("b = 2", "b = 3"));
  CHECK(text_with("in lab00.cu: `b = 2;` goes") == text_but("b = 2;", ""));
  CHECK(text_with("in f: behind `b = 2;` comes `c = 3;`") ==
        text_but("b = 2;\n", "b = 2;\n  c = 3;\n"));
  CHECK(text_with("in f: `a = 1; wait();` becomes `d = 4;`") ==
        text_but("a = 1; // one\n\n  wait();", "d = 4;"));
  CHECK(with_difference(marked_solution, {parse_change("in part.h: `7` becomes `8`")})
            .files[1]
            .text == "int n = 8;\n");
}

TEST_CASE("a change in words that does not fit, fits twice, or is none, is told") {
  CHECK(words_complaint("in f: `b = 3` goes") == "line 10: lab00.cu, f does not hold b = 3");
  CHECK(words_complaint("in f: `one` goes") == "line 10: lab00.cu, f does not hold one");
  CHECK(words_complaint("in f: `ait()` goes") == "line 10: lab00.cu, f does not hold ait()");
  CHECK(words_complaint("in f: `wait()` goes") ==
        "line 10: lab00.cu, f holds this more than once: wait()");
  CHECK(words_complaint("in h: `b` goes") == "line 10: lab00.cu has 0 functions named h");
  for (const char* words : {"in f: `b`", "in f: `b` comes `c`", "in f: behind `b` becomes `c`",
                            "in f: behind `b` goes", "in f: b becomes c", "in: `b` goes"})
    CHECK(begins_with(words_complaint(words), "line 10: a change is: in PLACE:"));
}
