// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/report/finding_text.h"

#include <algorithm>

#include <fmt/format.h>

#include "findings/words.h"
#include "grader/printable.h"
#include "grader/report/source_excerpt.h"
#include "grader/report/wrap.h"

namespace cudalab::grader {

namespace {

/// At most so many columns; what is left out leaves a mark.
std::string cut_with_mark(const std::string& text, const style& how, std::size_t columns) {
  const std::string whole = shown(how, text);
  if (columns_of(whole) <= columns)
    return whole;
  const std::string mark = shown(how, "…");
  const std::size_t taken = columns_of(mark);
  return columns <= taken ? cut(mark, columns) : cut(whole, columns - taken) + mark;
}

} // namespace

std::string render_source(const std::vector<quoted_file>& sources, const std::string& file,
                          int marked_line, const style& how, const std::string& indent) {
  std::string result;
  const auto lines = excerpt(sources, file, marked_line);
  const std::size_t digits = lines.empty() ? 0 : std::to_string(lines.back().number).size();
  for (const source_line& line : lines) {
    std::string head =
        fmt::format("{}{} {:>{}} | ", indent, line.marked ? ">" : " ", line.number, digits);
    if (line.text.empty())
      head.pop_back(); // no blank at the line's end
    const std::string text =
        cut_with_mark(line.text, how, how.width - std::min(how.width, head.size()));
    result += tinted(how, line.marked ? tint::bold : tint::faint, head + text) + '\n';
  }
  return result;
}

std::string headline_with_severity(const finding& one) {
  const std::string title = findings::capitalised(headline(one));
  return is_error(one) ? title : name_of(one.severity) + (": " + title);
}

std::string render_finding(const finding& one, const std::vector<quoted_file>& sources,
                           const style& how, const std::string& indent) {
  const std::string inner = indent + "  ";
  std::string result = tinted(how, is_error(one) ? tint::bad : tint::bold,
                              indent + shown(how, printable_line(headline_with_severity(one)))) +
                       '\n';
  for (std::size_t i = 0; i < one.parties.size(); ++i) {
    const party& each = one.parties[i];
    const std::string place = where(each);
    result +=
        inner + shown(how, printable_line(who(each) + (place.empty() ? "" : "   " + place))) + '\n';
    const bool shown_before =
        i > 0 && one.parties[0].file == each.file && one.parties[0].line == each.line;
    if (!shown_before)
      result += render_source(sources, each.file, each.line, how, inner + "  ");
  }
  if (const std::string seen = one.seen_in.empty() ? "" : "seen in the case " + one.seen_in;
      !one.text.empty() || !seen.empty())
    result += wrap(shown(how, one.text + (one.text.empty() || seen.empty() ? "" : "; ") + seen),
                   how.width, inner);
  if (!one.remedy.empty())
    result += wrap(shown(how, one.remedy), how.width, inner + shown(how, "→ "));
  if (const std::string page = page_of(one.kind); !page.empty())
    result += tinted(how, tint::faint, inner + page) + '\n';
  if (!one.source.empty() && one.source != "emulator")
    result +=
        tinted(how, tint::faint, inner + "found by compute-sanitizer, " + shown(how, one.source)) +
        '\n';
  return result;
}

} // namespace cudalab::grader
