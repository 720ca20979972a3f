// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// From top to bottom: the verdict, the one thing to look at next, all checks in a table, each check
// with its pictures, and how it was graded.
#include "grader/report/html/page.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "grader/report/grade_document.h"
#include "grader/report/html/check_section.h"
#include "grader/report/html/pictures.h"
#include "grader/report/html/summary.h"

namespace cudalab::grader {

namespace html {

namespace {

using nlohmann::json;

bool needs_mending(const json& check) {
  const std::string status = check.at("status");
  return status != "pass" && status != "skipped" && check.at("blocked_by") == "";
}

/// The checks of one kind, the one to look at next first.
markup sections(const json& grade, const char* title, const char* id, bool mending) {
  const std::string next = grade.at("look_at_next");
  markup first, others;
  for (const json& check : grade.at("checks"))
    if (needs_mending(check) == mending)
      (check.at("id") == next ? first : others) += check_section(grade, check);
  if (first.empty() && others.empty())
    return {};
  return element("section", {{"aria-labelledby", id}},
                 element("h2", {{"id", id}}, text(title)) + first + others);
}

/// A grade in a file may have been edited.
markup contradictions(const json& grade) {
  markup items;
  for (const std::string& each : contradictions_in(grade))
    items += element("li", prose(each));
  if (items.empty())
    return items;
  return element("section", {{"aria-labelledby", "contradictions"}},
                 element("h2", {{"id", "contradictions"}}, text("This grade is not consistent")) +
                     element("p", text("No grading writes this. The file was changed, or damaged. "
                                       "Grade the submission again.")) +
                     element("ul", items));
}

} // namespace

} // namespace html

std::string to_html(const nlohmann::json& grade) {
  using namespace html;
  const markup to_mend = sections(grade, "What to fix", "mend", true);
  const markup body =
      element("a", {{"class", "skip"}, {"href", "#next"}}, text("Skip to the result")) +
      top_of_page(grade) +
      element("main", contradictions(grade) + what_next(grade) + table_of_checks(grade) +
                          pictures_of_lab(grade) + to_mend +
                          sections(grade, to_mend.empty() ? "Check by check" : "The other checks",
                                   "others", false) +
                          about(grade));
  return "<!DOCTYPE html>\n" +
         element("html", {{"lang", "en"}}, head_of_page(page_title(grade)) + element("body", body))
             .str() +
         "\n";
}

} // namespace cudalab::grader
