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

constexpr std::size_t findings_shown = 3; // more are mostly consequences

markup details(const std::string& summary, const markup& content) {
  return content.empty() ? content : element("details", element("summary", summary) + content);
}

markup list(const json& lines) {
  markup items;
  for (const json& each : lines)
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
  for (std::size_t i = 0; i < all.size(); ++i)
    (i < findings_shown ? first : more) +=
        finding_section(grade, all[i], fmt::format("{}-finding{}", anchor_of(check.at("id")), i));
  return first +
         details(fmt::format("{} more", all.size() - std::min(all.size(), findings_shown)), more);
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
  markup content =
      element("h3", mark_of(check) + text(" ") + prose(check.at("title").get<std::string>())) +
      element("p", {{"class", "soft"}}, text(exercise_and_points(check))) +
      element("p", {{"class", passed ? "text" : "message"}},
              prose(check.at("message").get<std::string>()));
  if (check.at("kind") == "build" && !passed)
    content += compiler_view(grade, check);
  if (check.at("findings").empty()) {
    content += list(check.at("details"));
    if (!next.empty())
      content += element("p", {{"class", "remedy"}}, prose(next));
  }
  content += pictures_of(check_view{grade, check, anchor_of(id) + "-picture"});
  content += findings_of(grade, check);
  return element("section",
                 {{"class", "check " + status}, {"id", anchor_of(id)}, {"tabindex", "-1"}},
                 content);
}

} // namespace cudalab::grader::html
