// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/report/html/page.h"

#include <set>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "grader/report/html/tests/well_formed.h"
#include "grader/report/json.h"
#include "grader/tests/fixed_grade.h"
#include "grader/tests/has.h"

using namespace cudalab::grader;
using nlohmann::json;

namespace {

json document(const grade& result) {
  return json::parse(to_json_text(result));
}

/// Every string in it replaced.
void poison(json& any, const std::string& with) {
  static const std::set<std::string> ruled = {"status", "verdict",      "schema",     "kind",
                                              "id",     "look_at_next", "blocked_by", "severity"};
  if (any.is_string())
    any = any.get<std::string>() + with;
  else if (any.is_structured())
    for (auto& [key, value] : any.items())
      if (ruled.count(key) == 0)
        poison(value, with);
}

} // namespace

TEST_CASE("the page has the verdict, the score, where it ran, and what to look at next on top") {
  const html_page page = read_page(to_html(document(fixed_grade())));
  CHECK(page.problem == "");
  CHECK(find_all(page, "h1").at(0).text == "Lab 04: Tiled matrix multiplication");
  CHECK(find_all(page, "div", "verdict").at(0).text == "Not yet0 of 90 points");
  CHECK(has(find_all(page, "dl", "facts").at(0).text, "emulated CUDA device"));
  CHECK(has(find_all(page, "dl", "facts").at(0).text, "no NVIDIA GPU was found"));
  const html_element next = find_all(page, "section", "next-step").at(0);
  CHECK(has(next.text, "ut a barrier between lines 2 and 4"));
  CHECK(has(next.text, "The check clean.all"));
  CHECK(find_all(page, "tr").size() == 1 + 5 + 2); // head, checks, times
}

TEST_CASE("a grade that was edited says so on its page") {
  CHECK(find_all(read_page(to_html(document(fixed_grade()))), "h2").at(0).text ==
        "Look at this next");
  json edited = document(fixed_grade());
  edited["points"] = 4711;
  CHECK(has(to_html(edited), "Its checks give 0 of 90 points; it says 4711 of 90."));
  edited = document(fixed_grade());
  edited["checks"][1]["points"] = edited["checks"][1]["max_points"];
  CHECK(has(to_html(edited), "The check correctness.any says fail, and has 40 of 40 points."));
  edited = document(fixed_grade());
  edited["verdict"] = "pass";
  const html_page page = read_page(to_html(edited));
  CHECK(find_all(page, "h2").at(0).text == "This grade is not consistent");
  CHECK(has(to_html(edited), "Its checks give the verdict fail; it says pass."));
  edited = document(fixed_grade());
  edited["checks"][1]["status"] = "passed";
  CHECK(has(to_html(edited), "The check correctness.any says passed, which is no result."));
  edited = document(fixed_grade());
  edited["checks"].push_back(edited["checks"][1]);
  CHECK(has(to_html(edited), "The check correctness.any is there twice."));
  edited = document(fixed_grade());
  edited["checks"][1]["max_points"] = -40;
  CHECK(has(to_html(edited), "The check correctness.any has less than 0 points to give."));
  edited = document(fixed_grade());
  edited["checks"] = json::array();
  CHECK(has(to_html(edited), "It has no checks."));
}

TEST_CASE("the page asks nothing of anybody: no script, no address, no event") {
  const std::string text = to_html(document(fixed_grade()));
  const html_page page = read_page(text);
  for (const char* name : {"script", "link", "iframe", "object", "embed", "form", "base", "image",
                           "foreignObject", "use", "img"})
    CHECK_MESSAGE(find_all(page, name).empty(), name);
  for (const html_element& each : page.elements)
    for (const auto& attribute : each.attributes) {
      const auto& name =
          attribute.first; // no bindings: doctest's lambdas cannot take them by clang
      const auto& value = attribute.second;
      CHECK_MESSAGE(name.rfind("on", 0) != 0, name);
      const bool link = name == "href" || name == "src";
      CHECK_MESSAGE((!link || value.rfind('#', 0) == 0), value);
    }
  CHECK(has(text, "default-src &#39;none&#39;"));
  CHECK_FALSE(has(text, "@import"));
}

TEST_CASE("links lead somewhere, ids are there once, headings do not leave a level out") {
  const html_page page = read_page(to_html(document(fixed_grade())));
  std::set<std::string> ids;
  int level = 0;
  for (const html_element& each : page.elements) {
    if (const auto id = each.attributes.find("id"); id != each.attributes.end())
      CHECK_MESSAGE(ids.insert(id->second).second, id->second);
    if (each.name.size() == 2 && each.name[0] == 'h' && each.name[1] > '0' && each.name[1] < '7') {
      CHECK_MESSAGE(each.name[1] - '0' <= level + 1, each.text);
      level = each.name[1] - '0';
    }
  }
  for (const html_element& each : page.elements) {
    if (const auto link = each.attributes.find("href"); link != each.attributes.end())
      CHECK_MESSAGE(ids.count(link->second.substr(1)) == 1, link->second);
    if (const auto name = each.attributes.find("aria-labelledby"); name != each.attributes.end())
      CHECK_MESSAGE(ids.count(name->second.substr(0, name->second.find(' '))) == 1, name->second);
  }
}

TEST_CASE("what a student's file or program says stays text") {
  const std::string bad = "</p></style><script>alert(1)</script>\"'><img src=x onerror=alert(1)>"
                          "&lt;javascript:alert(1)";
  json grade = document(fixed_grade());
  grade["sources"] = json::parse(
      R"([{"file": "lab04.cu", "lines": [{"line": 4, "text": "sum += Mds[ty][k];"}]}])");
  poison(grade, bad);
  const std::string text = to_html(grade);
  const html_page page = read_page(text);
  CHECK(page.problem == "");
  CHECK(find_all(page, "script").empty());
  CHECK(find_all(page, "img").empty());
  CHECK_FALSE(has(text, "<script"));
  // It is all there to be read, all the same.
  CHECK(has(find_all(page, "pre", "source").at(0).text, "sum += Mds[ty][k];" + bad));
  CHECK(has(find_all(page, "h1").at(0).text, bad));
}

TEST_CASE("bytes that are no text, and marks that turn text around, are shown as replaced") {
  grade result = fixed_grade();
  result.file = "a\xff\xc0\x80\xed\xa0\x80.cu";
  result.checks[1].message = "if (x) \xE2\x80\xAE } // \x1b[31m end";
  json raw = document(fixed_grade());
  raw["file"] = result.file; // as it might come from elsewhere
  const html_page page = read_page(to_html(raw));
  CHECK(page.problem == "");
  CHECK(has(find_all(page, "dl", "facts").at(0).text, "a\xEF\xBF\xBD"));
  CHECK_FALSE(has(find_all(page, "dl", "facts").at(0).text, "\xff"));
  const std::string text = to_html(document(result));
  CHECK_FALSE(has(text, "\xE2\x80\xAE"));
  CHECK_FALSE(has(text, "\x1b"));
}

TEST_CASE("each check that has to be mended is told, the first one first, others wait") {
  const html_page page = read_page(to_html(document(fixed_grade())));
  std::vector<std::string> order;
  for (const html_element& each : find_all(page, "section", "check"))
    order.push_back(each.attributes.at("id"));
  CHECK(order == std::vector<std::string>{"check-clean.all", "check-correctness.any", "check-build",
                                          "check-traffic.loads", "check-speed.all"});
  CHECK(
      has(find_all(page, "table", "checks").at(0).text, "Waits for \"The check correctness.any\""));
}

TEST_CASE("a grade that passed says so, what was not looked at, and where to go on") {
  grade result = fixed_grade();
  result.checks = {result.checks[0], result.checks[4]};
  result.checks[1].message = "needs an NVIDIA GPU";
  settle(result);
  const html_page page = read_page(to_html(document(result)));
  CHECK(has(find_all(page, "div", "verdict").at(0).text, "Passed"));
  const std::string next = find_all(page, "section", "next-step").at(0).text;
  CHECK(has(next, "Nothing is left to fix here."));
  CHECK(has(next, "\"The check speed.all\" (needs an NVIDIA GPU)"));
  CHECK(has(next, "./lab list"));
  CHECK(find_all(page, "h2").at(2).text == "Check by check");
}
