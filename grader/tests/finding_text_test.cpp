// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/report/finding_text.h"

#include <doctest/doctest.h>

#include "findings/words.h"
#include "grader/report/source_excerpt.h"
#include "grader/tests/fixed_grade.h"

using namespace cudalab::grader;

TEST_CASE("an excerpt has the line and its neighbours, and ends with the file") {
  const std::vector<quoted_file> sources = {
      {"b.cu", {{1, "other"}}},
      {"/me/a.cu", {{1, "    one"}, {2, "    two"}, {3, "      three"}, {4, "    four"}}}};
  const auto middle = excerpt(sources, "/me/a.cu", 3);
  REQUIRE(middle.size() == 3);
  CHECK(middle[0].number == 2);
  CHECK(middle[0].text == "two");
  CHECK(middle[1].text == "  three");
  CHECK(middle[1].marked);
  CHECK_FALSE(middle[2].marked);
  CHECK(excerpt(sources, "/me/a.cu", 1).size() == 2);
  CHECK(excerpt(sources, "/me/a.cu", 4).size() == 2);
  CHECK(excerpt(sources, "/me/a.cu", 5).empty());
  CHECK(excerpt(sources, "/me/a.cu", 0).empty());
  CHECK(excerpt(sources, "/me/none.cu", 1).empty());
}

TEST_CASE("a finding in one sentence, with both places") {
  CHECK(one_sentence(fixed_race()) ==
        "race on shared memory: Mds[3][0] (lab04.cu:4 and lab04.cu:2)");
}

TEST_CASE("two parties at one line show it once, z is shown where it is not 0") {
  finding one = fixed_race("/me/lab04.cu");
  one.parties[1].line = 4;
  one.parties[0].thread = {1, 2, 3};
  const std::string text =
      render_finding(one, {{"/me/lab04.cu", {{3, "c"}, {4, "d"}}}}, {false, true, 80}, "");
  CHECK(text.find("> 4 | d") == text.rfind("> 4 | d"));
  CHECK(text.find("thread (1,2,3) of block (0,0) reads it") != std::string::npos);
}

TEST_CASE("a line that is too long ends with a mark") {
  const std::vector<quoted_file> sources = {
      {"lab04.cu", {{1, std::string(100, 'x')}, {2, std::string(20, 'y')}}}};
  const std::string text = render_source(sources, "lab04.cu", 1, {false, true, 60}, "");
  CHECK(text == "> 1 | " + std::string(53, 'x') + "…\n  2 | " + std::string(20, 'y') + "\n");
  CHECK(render_source(sources, "lab04.cu", 1, {false, false, 60}, "").find("xxx...\n") !=
        std::string::npos);
}

TEST_CASE("a kernel's thread that uses host memory is a thread, not the host") {
  finding one = fixed_race();
  one.kind = finding_kind::host_pointer;
  one.space = "host";
  one.object.clear();
  CHECK(headline(one) == "host memory used in a kernel");
  CHECK(who(one.parties[0]).find("thread (1,3) of block (0,0)") == 0);
}

TEST_CASE("a title that names the memory is enough") {
  finding one = fixed_race();
  one.kind = finding_kind::constant_write;
  one.space = "global";
  one.object = "c_filter[0]";
  CHECK(headline(one) == "write to constant memory: c_filter[0]");
}

TEST_CASE("what is not known is not made up") {
  finding one = fixed_race("/nowhere/lab04.cu");
  one.source = "racecheck";
  one.parties[0].thread_known = false;
  one.parties[1].line = 0;
  const std::string text = render_finding(one, {}, {false, true, 80}, "");
  CHECK(text.find("  a thread reads it   lab04.cu:4\n") != std::string::npos);
  CHECK(text.find("writes it\n") != std::string::npos);
  CHECK(text.find("compute-sanitizer, racecheck") != std::string::npos);
}
