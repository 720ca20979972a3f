// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/report/html/check_section.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "grader/report/html/finding_section.h"
#include "grader/report/html/pictures.h"
#include "grader/report/html/source_view.h"
#include "grader/report/html/summary.h"

namespace cudalab::grader::html {

namespace {

using nlohmann::json;

constexpr std::size_t findings_shown = 3;   // more are mostly consequences
constexpr std::size_t findings_listed = 30; // the document has them all

markup details(const std::string& summary, const markup& content) {
  return content.empty() ? content : element("details", element("summary", summary) + content);
}

/// "row 0, column 16: expected 1, got 2" stands in the table of differences, too.
bool is_in_table(const json& check, const std::string& line) {
  const json& cases = check.at("data").value("cases", json());
  if (check.at("kind") != "correctness" || !cases.is_array())
    return false;
  return std::any_of(cases.begin(), cases.end(), [&line](const json& one) {
    const json& all = one.value("differences", json::array());
    return std::any_of(all.begin(), all.end(), [&line](const json& each) {
      const std::string place = each.value("place", "");
      return !place.empty() && line.rfind(place + ": expected ", 0) == 0;
    });
  });
}

markup list_of_details(const json& check) {
  markup items;
  for (const json& each : check.at("details"))
    if (!is_in_table(check, each))
      items += element("li", {{"style", "white-space:pre-wrap"}}, prose(each.get<std::string>()));
  return items.empty() ? items : element("ul", items);
}

/// The line that the compiler speaks of first.
markup compiler_view(const json& grade, const json& check) {
  const json& data = check.at("data");
  markup result;
  for (const json& each : data.value("diagnostics", json::array()))
    if (each.value("severity", "") != "warning") {
      result = source_view(grade, each.at("file"), each.at("line"));
      break;
    }
  if (const std::string command = data.value("command", ""); !command.empty())
    result +=
        details("The compiler's command", element("pre", {{"class", "printed"}}, text(command)));
  return result;
}

markup findings_of(const json& grade, const json& check) {
  const json& all = check.at("findings");
  markup first, more;
  std::size_t told = 0;
  for (const json& each : all) {
    if (told < findings_shown)
      first += finding_section(grade, each,
                               fmt::format("{}-finding{}", anchor_of(check.at("id")), told));
    else if (told < findings_listed)
      more += short_finding(each);
    ++told;
  }
  if (more.empty())
    return first;
  return first +
         details(fmt::format("{} more findings", told - findings_shown), element("ul", more));
}

std::string exercise_and_points(const json& check) {
  const int exercise = check.at("exercise");
  std::string result = exercise > 0 ? fmt::format("Exercise {}", exercise) : "The whole lab";
  if (check.at("max_points").get<double>() > 0 && check.at("status") != "skipped")
    result += ", " + points_of(check);
  return result;
}

} // namespace

markup check_section(const json& grade, const json& check) {
  const std::string id = check.at("id"), status = check.at("status"), next = check.at("next");
  const bool passed = status == "pass";
  const bool waits = status == "skipped" || check.at("blocked_by") != "";
  const markup title =
      element("h3", mark_of(check) + text(" ") + prose(check.at("title").get<std::string>()));
  const markup message = prose(check.at("message").get<std::string>());
  const markup about = element("span", {{"class", "soft"}}, text(exercise_and_points(check)));
  markup content;
  if (check.at("kind") == "build" && !passed)
    content += compiler_view(grade, check);
  if (check.at("findings").empty() && !waits) {
    content += list_of_details(check);
    if (!next.empty())
      content += element("p", {{"class", "remedy"}}, prose(next));
  }
  content += pictures_of(check_view{grade, check, anchor_of(id) + "-picture"});
  content += findings_of(grade, check);
  const markup top = passed || waits
                         ? element("p", about + text(". ") + message)
                         : element("p", about) + element("p", {{"class", "message"}}, message);
  return element("section",
                 {{"class", "check " + status + (content.empty() ? " short" : "")},
                  {"id", anchor_of(id)},
                  {"tabindex", "-1"}},
                 title + top + content);
}

} // namespace cudalab::grader::html
