// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <doctest/doctest.h>

#include "grader/course/page_samples.h"

using namespace cudalab::course;

namespace {

const std::string printed = "lab09 on the emulated device (CPU): asked for with --backend cpu\n"
                            "/home/a/labs/lab09_x/lab09.cu · seed 1 · bubblewrap\n"
                            "\n"
                            "  ✗  1 of 3  1. the first (0/5)\n"
                            "       wrong in 1 of 2 cases\n"
                            "       → Look at it.\n"
                            "\n"
                            "  ✓  2 of 3  2. a title that is long\n"
                            "       (5/5)\n"
                            "       right in all 2 cases\n"
                            "  -  3 of 3  the last (skipped)\n"
                            "\n"
                            "Not yet: 5 of 10 points.\n"
                            "Look at this next, in \"the first\": look at it,\n"
                            "  and at nothing else\n";

page_sample sample_of(const std::string& page) {
  const auto all = samples_of_page(page, true);
  REQUIRE(all.size() == 1);
  return all.front();
}

std::string difference(const std::string& qualifiers, const std::string& block) {
  return difference_of(
      sample_of("<!-- sample: ./lab grade lab09" + qualifiers + " -->\n```\n" + block + "```\n"),
      printed);
}

bool says(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::string complaint_about(const std::string& page) {
  try {
    samples_of_page(page, true);
  } catch (const sample_error& wrong) {
    return wrong.what();
  }
  return "";
}

} // namespace

TEST_CASE("a mark says what a sample is of") {
  const page_sample one =
      sample_of("text\n\n<!-- sample: ./lab grade lab01, exercise 1 done, exercise 12 as no_guard, "
                "titles, only exercise 2, without margin -->\n\n    ✓ one\n\n      two\n\ntext\n");
  CHECK(one.command == "grade");
  CHECK(one.lab == "lab01");
  CHECK(one.exercises == std::map<int, std::string>{{1, ""}, {12, "no_guard"}});
  CHECK(one.only_exercise == 2);
  CHECK(one.titles);
  CHECK(one.without_margin);
  CHECK_FALSE(one.of_starter());
  CHECK(one.line == 5);
  CHECK(one.lines == std::vector<std::string>{"✓ one", "", "  two"});
}

TEST_CASE("a mark that cannot be read is refused, with its line") {
  const std::string block = "\n```\nx\n```\n";
  CHECK(says(complaint_about("a\n<!-- sample: ./lab watch lab01 -->" + block), "line 2: "));
  CHECK(says(complaint_about("<!-- sample: grade lab01 -->" + block), "./lab grade LAB"));
  CHECK(says(complaint_about("<!-- sample: ./lab grade lab01, titel -->" + block), "'titel'"));
  CHECK(says(complaint_about("<!-- sample: ./lab grade lab01, exercise x done -->" + block), "'"));
  CHECK(says(complaint_about("<!-- sample: ./lab grade lab01, exercise 1 -->" + block), "'"));
  CHECK(says(complaint_about("<!-- sample: ./lab grade lab01,\ntitles -->" + block), "-->"));
  CHECK(says(complaint_about("<!-- sample: ./lab run lab01 -->\n\ntext\n" + block), "no block"));
  CHECK(says(complaint_about("<!-- sample: ./lab run lab01 -->\n"), "no block"));
  CHECK(says(complaint_about("<!-- sample: ./lab run lab01, solution, exercise 1 done -->" + block),
             "all exercises"));
}

TEST_CASE("what looks like output needs a mark where all samples do") {
  for (const std::string line :
       {"  ✓  1 of 2  right", "Passed: 5 of 5 points.", "       → Look there.",
        "           > 53 |   c[i] = a[i];", "  d_out is wrong (* marks what differs)"}) {
    const std::string page = "text\n\n```\n" + line + "\n```\n";
    INFO(line);
    CHECK(says(complaint_about(page), "line 4: "));
    CHECK(says(complaint_about("text\n\n    a\n    " + line + "\n"), "line 3: "));
    CHECK_NOTHROW(samples_of_page(page, false));
  }
  CHECK_NOTHROW(samples_of_page("text\n\n    ./lab grade lab01\n\n```\nif (i < n)\n```\n", true));
  CHECK_NOTHROW(samples_of_page("1. a paragraph\n    → that goes on\n", true));
}

TEST_CASE("lines that are printed are no difference") {
  CHECK(difference("", "  ✗  1 of 3  1. the first (0/5)\n       wrong in 1 of 2 cases\n") == "");
  CHECK(difference("", "\n       → Look at it.\n\n  ...\n\nNot yet: 5 of 10 points.\n") == "");
  CHECK(difference(", without margin", "wrong in 1 of 2 cases\n→ Look at it.\n") == "");
}

TEST_CASE("a line that is not printed, or not there, is told with its line of the page") {
  CHECK(difference("", "  ✗  1 of 3  1. the first (0/5)\n       wrong in 2 of 2 cases\n") ==
        "line 4: the page has '       wrong in 2 of 2 cases', and printed is '       wrong in 1 of "
        "2 cases'");
  CHECK(says(difference("", "→ Look at it.\n"), "line 3: ")); // the margin
  CHECK(says(difference("", "       → Look at it\n"), "not printed here"));
  // without what stands between them, without a "..." for it, and in another order
  CHECK(difference("", "       wrong in 1 of 2 cases\n\n  ✓  2 of 3  2. a title that is long\n") !=
        "");
  CHECK(difference("", "Not yet: 5 of 10 points.\n  and at nothing else\n") != "");
  CHECK(difference("", "Not yet: 5 of 10 points.\n...\n       → Look at it.\n") != "");
  CHECK(difference("",
                   "Not yet: 5 of 10 points.\nLook at this next, in \"the first\": look at it,\n"
                   "  and at nothing else\nand more\n") != "");
}

TEST_CASE("three dots stand for something") {
  CHECK(says(difference("", "       wrong in 1 of 2 cases\n  ...\n       → Look at it.\n"),
             "line 5: the line ... above it stands for nothing"));
  CHECK(says(difference("", "       → Look at it.\n...\n"), "nothing"));
}

TEST_CASE("titles are the list of checks and what stands below it") {
  CHECK(difference(", titles", "  ✗  1 of 3  1. the first (0/5)\n"
                               "  ✓  2 of 3  2. a title that is long\n"
                               "       (5/5)\n"
                               "  -  3 of 3  the last (skipped)\n"
                               "\n"
                               "Not yet: 5 of 10 points.\n") == "");
  CHECK(difference(", titles", "  ✗  1 of 3  1. the first (0/5)\n"
                               "  -  3 of 3  the last (skipped)\n") != "");
  CHECK(difference(", titles", "       → Look at it.\n") != "");
}

TEST_CASE("what hangs on the machine is not compared, and nothing else of the head") {
  const std::string head =
      "lab09 on the emulated device (CPU): nobody knows why, and it is a long\n"
      "story\n";
  CHECK(difference("", head + "labs/lab09_x/lab09.cu · seed 1 · unsandboxed\n\n"
                              "  ✗  1 of 3  1. the first (0/5)\n") == "");
  CHECK(difference("", head + "lab09.cu · seed 2 · bubblewrap\n") != "");
  CHECK(difference("", head + "lab08.cu · seed 1 · bubblewrap\n") != "");
  CHECK(difference("", "lab09 on a GPU\nlab09.cu · seed 1 · bubblewrap\n") != "");
  CHECK(says(difference("", head + "lab09.cu · seed 1 · x\n\n  ✗  1 of 3  1. the last (0/5)\n"),
             "line 7: "));
}

TEST_CASE("an exercise of another file takes the place of the starter's") {
  const std::string rule = "\n// ---- ";
  const std::string starter = "head" + rule + "Exercise 1: a ---\nx\n" + rule + "Given\ny\n" +
                              rule + "Exercise 2: b ---\nz\n";
  const std::string other = "other" + rule + "Exercise 1: a ---\n1\n1\n" + rule +
                            "Exercise 2: b ---\n2\n" + rule + "Given\n3\n";
  CHECK(with_exercise_of(starter, other, 1) == "head" + rule + "Exercise 1: a ---\n1\n1\n" + rule +
                                                   "Given\ny\n" + rule + "Exercise 2: b ---\nz\n");
  CHECK(with_exercise_of(starter, other, 2) == "head" + rule + "Exercise 1: a ---\nx\n" + rule +
                                                   "Given\ny\n" + rule + "Exercise 2: b ---\n2\n");
  CHECK_THROWS_AS(with_exercise_of(starter, other, 3), std::invalid_argument);
}
