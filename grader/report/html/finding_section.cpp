// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/report/html/finding_section.h"

#include <nlohmann/json.hpp>

#include "findings/json.h"
#include "findings/words.h"
#include "grader/checks/verdict.h"
#include "grader/report/finding_text.h"
#include "grader/report/html/pictures.h"
#include "grader/report/html/race_steps.h"
#include "grader/report/html/source_view.h"

namespace cudalab::grader::html {

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
