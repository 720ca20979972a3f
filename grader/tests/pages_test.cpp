// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>

#include <doctest/doctest.h>

#include "grader/pages/course_map.h"
#include "grader/pages/lab_tables.h"
#include "grader/pages/marked_block.h"
#include "grader/tests/has.h"

using namespace cudalab::grader;

namespace {

labs_by_name two_labs() {
  labs_by_name labs;
  for (const std::string name : {"lab01", "lab03"})
    labs[name] = {.name = name,
                  .title = "Less < more",
                  .folder = name + "_topic",
                  .you_write = "a & b",
                  .you_learn = "c",
                  .guides = {"guides/warps", "guides/gone"},
                  .checks = {{"correctness.a", "right", 1, 60, correctness_check{}},
                             {"clean.a", "clean", 0, 2.5, clean_check{}}}};
  labs["lab03"].builds_on = {"lab01", "lab02"};
  return labs;
}

const guide* only_warps(const std::string& name) {
  static const guide warps = {"Warps", "guide_warps.html"};
  return name == "guides/warps" ? &warps : nullptr;
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t times = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++times;
  return times;
}

} // namespace

TEST_CASE("tables of the labs say what the labs say, each in its page's own spelling") {
  CHECK(has(labs_in_markdown(two_labs()), "| [lab03](labs/lab03_topic/README.md) | a & b | c |\n"));
  const std::string html = labs_in_html(two_labs());
  CHECK(has(html, R"(href="md_labs_lab03_topic_README.html">Lab 03: Less &lt; more</a>)"));
  CHECK(has(html, "<td>a &amp; b</td>"));
}

TEST_CASE("the course map has a curve and words for each lab that is here, and for no other") {
  const std::string map = course_map_svg(two_labs(), only_warps);
  CHECK(count(map, R"(marker-end=)") == 1);
  CHECK(count(map, R"(<rect class="lab")") == 2);
  CHECK(count(map, R"(<a href="guide_warps.html">)") == 2);
  const std::string words = map_in_html(two_labs(), only_warps);
  CHECK(has(words, "Builds on no other lab."));
  CHECK(
      has(words, R"(Builds on <a class="el" href="md_labs_lab01_topic_README.html">lab 01</a>.)"));
  CHECK_FALSE(has(words, "lab02"));
}

TEST_CASE("letters of a long line are set closer, so that it stays in its box") {
  labs_by_name labs = two_labs();
  CHECK_FALSE(has(course_map_svg(labs, only_warps), "textLength"));
  labs["lab01"].you_write = std::string(80, 'x');
  CHECK(count(course_map_svg(labs, only_warps), "textLength") == 1);
}

TEST_CASE("a table of points keeps what somebody wrote of a check, and nothing else") {
  const lab_description one = two_labs().at("lab01");
  const std::string table = points_in_markdown(
      one,
      "| old title (`correctness.a`) | what it asks | 7 | 9 |\n| gone (`clean.b`) | x | 1 | 1 |\n");
  CHECK(has(table, "| right (`correctness.a`) | what it asks | 1 | 60 |\n"));
  CHECK(has(table, "| clean (`clean.a`) |  | all | 2.5 |\n"));
  CHECK(count(table, "\n") == 4);
  CHECK(points_in_markdown(one, table) == table);
}

TEST_CASE("a marked block is replaced, and nothing around it") {
  const std::string text = "a\n<!-- BEGIN points: who -->\nold\n<!-- END points -->\nb\n";
  CHECK(marked_block(text, "points") == "old\n");
  CHECK(with_marked_block(text, "points", "new\n") ==
        "a\n<!-- BEGIN points: who -->\nnew\n<!-- END points -->\nb\n");
  CHECK_FALSE(marked_block(text, "labs"));
  CHECK_FALSE(marked_block("<!-- BEGIN labs: who -->\nno end", "labs"));
  CHECK_THROWS_AS(with_marked_block(text, "labs", ""), std::invalid_argument);
}

TEST_CASE("a lab's page comes to its exercises within 1,500 words") {
  std::size_t pages = 0;
  for (const auto& lab :
       std::filesystem::directory_iterator(std::filesystem::path(CUDALAB_SOURCE_ROOT) / "labs")) {
    std::ifstream page(lab.path() / "README.md");
    INFO(lab.path().filename().string());
    std::size_t words = 0;
    bool reached = false;
    for (std::string line; !reached && std::getline(page, line);) {
      reached = line == "## What to complete";
      std::istringstream in(line);
      for (std::string word; in >> word;)
        ++words;
    }
    CHECK(reached);
    CHECK(words <= 1500);
    ++pages;
  }
  CHECK(pages >= 8);
}
