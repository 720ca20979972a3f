// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "grader/report/html/pictures.h"
#include "grader/report/html/race_steps.h"
#include "grader/report/html/tests/well_formed.h"
#include "grader/report/json.h"
#include "grader/tests/fixed_grade.h"

using namespace cudalab::grader;
using nlohmann::json;
using kind = html::race_step::kind;

namespace {

const std::map<int, std::string> kernel = {{1, "__global__ void k() {"},
                                           {2, "  __shared__ float tile[16];"},
                                           {3, "  __syncthreads();"},
                                           {4, "  for (...) {"},
                                           {5, "    tile[i] = 1; // no __syncthreads() here"},
                                           {6, "    __syncthreads();"},
                                           {7, "    sum += tile[j];"},
                                           {8, "  }"},
                                           {9, "  block.sync();"},
                                           {10, "}"},
                                           {11, "  __syncthreads(); // of another function"}};

finding race(int reads, int writes, cudalab::findings::race_order order) {
  finding one = fixed_race("/lab.cu");
  one.parties[0].line = reads;
  one.parties[1].line = writes;
  one.order = order;
  return one;
}

std::string steps(const html::race_story& story) {
  std::string text;
  for (const html::race_step& each : story.steps)
    text += (each.what == kind::access       ? "access "
             : each.what == kind::both       ? "both "
             : each.what == kind::barrier    ? "barrier "
             : each.what == kind::no_barrier ? "missing "
             : each.what == kind::next_round ? "round "
                                             : "other ") +
            (each.line > 0 ? std::to_string(each.line) : "") + "; ";
  return text;
}

/// Of a finding alone, in a grade that quotes the kernel above.
html_page drawn_finding(const finding& one, html::markup (*picture)(const html::finding_view&)) {
  grade result = fixed_grade();
  result.checks[2].findings = {one};
  result.sources = {{"/lab.cu", kernel}};
  const json grade = json::parse(to_json_text(result));
  const json& finding = grade["checks"][2]["findings"][0];
  const std::string text = picture(html::finding_view{grade, finding, "p"}).str();
  html_page page = read_page("<!DOCTYPE html>\n<div>" + text + "</div>");
  CHECK(page.problem == "");
  return page;
}

std::string caption(const html_page& page) {
  return find_all(page, "figcaption").at(0).text;
}

} // namespace

TEST_CASE("barriers are found in code, and not in comments or other names") {
  CHECK(html::barrier_in("  __syncthreads();") == "__syncthreads()");
  CHECK(html::barrier_in("if (__syncthreads_or(x))") == "__syncthreads_or()");
  CHECK(html::barrier_in("  block.sync();") == "block.sync()");
  CHECK(html::barrier_in("x = 1; // __syncthreads();") == "");
  CHECK(html::barrier_in("a.synchronised = 1;") == "");
}

TEST_CASE("a read before the load: the missing barrier stands between the lines") {
  auto source = kernel;
  source[6] = "";
  const auto story =
      html::tell_race(race(7, 5, cudalab::findings::race_order::write_first), source);
  CHECK(steps(story) == "barrier 3; access 5; missing ; access 7; barrier 9; ");
  CHECK(story.sides[0].action == "writes");
  CHECK_FALSE(story.in_a_round);
}

TEST_CASE("an overwrite in the next round: the missing barrier stands at the loop's end") {
  const auto story = html::tell_race(race(7, 5, cudalab::findings::race_order::read_first), kernel);
  CHECK(steps(story) == "barrier 6; access 7; missing ; round ; access 5; barrier 6; ");
  CHECK(story.in_a_round);
}

TEST_CASE("a barrier between the lines that the accesses did not meet is not drawn as one") {
  const auto story =
      html::tell_race(race(7, 5, cudalab::findings::race_order::write_first), kernel);
  CHECK(steps(story) == "barrier 3; access 5; missing ; other 6; access 7; barrier 9; ");
}

TEST_CASE("without an order in the program none is drawn") {
  using order = cudalab::findings::race_order;
  for (const order told :
       {order::unknown, order::no_order, order::between_blocks, order::between_streams})
    CHECK(steps(html::tell_race(race(7, 5, told), kernel)) == "both ; ");
  finding writers = race(7, 5, cudalab::findings::race_order::write_first);
  writers.parties[0].action = "writes";
  CHECK(steps(html::tell_race(writers, kernel)) == "both ; ");
}

TEST_CASE("the picture of a race names threads, lines and what is missing") {
  const html_page page =
      drawn_finding(race(7, 5, cudalab::findings::race_order::read_first), html::race_picture);
  CHECK(
      caption(page) ==
      "First thread (1,3) reads in line 7, then, in the loop's next round, thread (0,3) writes in "
      "line 5. Between them there is no barrier at the loop's end, so nothing makes the second "
      "wait for the first.");
  CHECK(find_all(page, "line", "bad-line").size() == 1);
  CHECK(find_all(page, "line", "good-line").size() == 2);
  CHECK(find_all(page, "desc").at(0).text == caption(page));
}

TEST_CASE("what compute-sanitizer does not tell is not made up") {
  finding one = race(7, 5, cudalab::findings::race_order::unknown);
  one.source = "racecheck";
  one.parties[0].thread_known = one.parties[1].thread_known = false;
  const html_page page = drawn_finding(one, html::race_picture);
  CHECK(caption(page).find("another one reads in line 7") != std::string::npos);
  one.parties.pop_back();
  CHECK(find_all(drawn_finding(one, html::race_picture), "svg").empty());
  one.parties.clear();
  CHECK(find_all(drawn_finding(one, html::access_picture), "svg").empty());
}

TEST_CASE("a bad access is drawn beside what it missed, with the document's numbers") {
  finding one = race(7, 5, cudalab::findings::race_order::unknown);
  one.kind = finding_kind::out_of_bounds;
  one.parties.pop_back();
  const auto words = [&](const cudalab::findings::missed_object& missed) {
    one.missed = missed;
    const html_page page = drawn_finding(one, html::access_picture);
    const html_element box = find_all(page, "rect", "strong").at(0);
    const html_element object = find_all(page, "rect", "good-fill").at(0);
    const double begin = std::stod(box.attributes.at("x")),
                 start = std::stod(object.attributes.at("x")), end = start + 190;
    const bool beside = begin >= end || begin + 34 <= start;
    const bool across = begin < end && begin + 34 > end;
    return std::string(beside ? "beside: " : across ? "across: " : "inside: ") + caption(page);
  };
  CHECK(
      words({"d_P", 4096, 4, 4096, "bytes", "/lab.cu", 2, "", 0}) ==
      "beside: d_P has 4,096 bytes, 0 to 4,095. The access is to bytes 4,096 to 4,099, just after "
      "it. The picture is not to scale.");
  CHECK(words({"d_P", 9000, 4, 4096, "bytes", "", 0, "", 0}) ==
        "beside: d_P has 4,096 bytes, 0 to 4,095. The access is to bytes 9,000 to 9,003, 4,904 "
        "bytes after its end. The picture is not to scale.");
  CHECK(words({"d_P", -8, 4, 4096, "bytes", "", 0, "", 0}) ==
        "beside: d_P has 4,096 bytes, 0 to 4,095. The access is to bytes -8 to -5, 4 bytes before "
        "its start. The picture is not to scale.");
  CHECK(words({"d_P", 4092, 8, 4096, "bytes", "", 0, "", 0}) ==
        "across: d_P has 4,096 bytes, 0 to 4,095. The access is to bytes 4,092 to 4,099: it begins "
        "inside and ends outside. The picture is not to scale.");
  CHECK(words({"Mds", 16, 1, 16, "rows", "", 0, "", 0}) ==
        "beside: Mds has 16 rows, 0 to 15. The access is to row 16, just after it. The picture is "
        "not to scale.");
  one.missed = cudalab::findings::missed_object{"d_P", 4096, 4, 4096, "bytes", "/lab.cu", 2, "", 0};
  const html_page page = drawn_finding(one, html::access_picture);
  CHECK(find_all(page, "pre", "source").at(0).text.find("__shared__ float tile[16];") !=
        std::string::npos);
}
