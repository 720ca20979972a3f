// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/report/html/check_section.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "findings/json.h"
#include "findings/words.h"
#include "grader/report/finding_text.h"
#include "grader/report/html/pictures.h"
#include "grader/report/html/race_steps.h"
#include "grader/report/html/source_view.h"
#include "grader/report/html/summary.h"
#include "grader/verdict.h"

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
    return std::any_of(all.begin(), all.end(),
                       [&line](const json& each) { return each.value("words", "") == line; });
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

namespace {

using nlohmann::json;

/// The parties side by side, each with its line. Two that are at one line share it.
markup sides(const json& grade, const grader::finding& seen) {
  grader::finding one = seen;
  if (one.kind == finding_kind::race && one.parties.size() == 2) {
    const race_story story = tell_race(one, {}); // left and right as in the picture
    one.parties = {story.sides[0], story.sides[1]};
  }
  markup result;
  for (std::size_t i = 0; i < one.parties.size(); ++i) {
    const party& each = one.parties[i];
    const std::string place = where(each);
    markup side = element(
        "p", text(who(each)) + (place.empty() ? markup() : text(" in ") + element("code", place)));
    const bool shown_before =
        i > 0 && one.parties[0].file == each.file && one.parties[0].line == each.line;
    if (!shown_before)
      side += source_view(grade, each.file, each.line);
    result += element("div", side);
  }
  return result.empty() ? result : element("div", {{"class", "sides"}}, result);
}

markup paragraph(const std::string& plain, const char* css_class = "text") {
  return plain.empty() ? markup() : element("p", {{"class", css_class}}, prose(plain));
}

} // namespace

markup short_finding(const json& finding) {
  const grader::finding one = findings::read_finding(finding);
  return element("li", prose((is_error(one) ? "" : name_of(one.severity) + std::string(": ")) +
                             one_sentence(one) + ". " + as_sentence(one.remedy)));
}

markup finding_section(const json& grade, const json& finding, const std::string& id) {
  const grader::finding one = findings::read_finding(finding);
  std::string about = one.seen_in.empty() ? "" : "Seen in the case " + one.seen_in + ".";
  if (const std::string page = page_of(one.kind); !page.empty())
    about += (about.empty() ? "" : " ") + std::string("More about it: ") + page;
  if (one.source != "emulator")
    about += (about.empty() ? "" : " ") + std::string("Found by compute-sanitizer, ") + one.source;
  return element("div", {{"class", std::string("finding ") + name_of(one.severity)}},
                 element("h4", {{"id", id}}, text(headline_with_severity(one))) +
                     sides(grade, one) + pictures_of(finding_view{grade, finding, id}) +
                     paragraph(one.text) + paragraph(one.remedy, "remedy") +
                     paragraph(about, "soft"));
}

} // namespace cudalab::grader::html
