// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/report/html/finding_section.h"

#include <nlohmann/json.hpp>

#include "grader/checks/finding_words.h"
#include "grader/checks/verdict.h"
#include "grader/report/html/pictures.h"
#include "grader/report/html/race_steps.h"
#include "grader/report/html/source_view.h"
#include "grader/run/read_reply.h"

namespace cudalab::grader::html {

namespace {

using nlohmann::json;

/// The parties side by side, each with its line. Two that are at one line share it.
markup sides(const json& grade, const grader::finding& seen) {
  grader::finding one = seen;
  if (one.kind == "race" && one.parties.size() == 2) {
    const race_story story = tell_race(one, {}); // left and right as in the picture
    one.parties = {story.sides[0], story.sides[1]};
  }
  markup result;
  for (std::size_t i = 0; i < one.parties.size(); ++i) {
    const party& each = one.parties[i];
    const std::string place = where(each);
    markup side =
        element("p", text(who(one, each)) +
                         (place.empty() ? markup() : text(" in ") + element("code", place)));
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
  const grader::finding one = parse_finding(finding);
  return element("li", prose((one.severity == "error" ? "" : one.severity + ": ") +
                             one_sentence(one) + ". " + as_sentence(one.remedy)));
}

markup finding_section(const json& grade, const json& finding, const std::string& id) {
  const grader::finding one = parse_finding(finding);
  const std::string seen = finding.value("seen_in", "");
  std::string about = seen.empty() ? "" : "Seen in the case " + seen + ".";
  if (!one.page.empty())
    about += (about.empty() ? "" : " ") + std::string("More about it: ") + one.page;
  if (one.source != "emulator")
    about += (about.empty() ? "" : " ") + std::string("Found by compute-sanitizer, ") + one.source;
  const std::string title = (one.severity == "error" ? "" : one.severity + ": ") + headline(one);
  return element("div", {{"class", "finding " + one.severity}},
                 element("h4", {{"id", id}}, text(title)) + sides(grade, one) +
                     pictures_of(finding_view{grade, finding, id}) + paragraph(one.text) +
                     paragraph(one.remedy, "remedy") + paragraph(about, "soft"));
}

} // namespace cudalab::grader::html
