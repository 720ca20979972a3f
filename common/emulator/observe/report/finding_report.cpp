// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/report/finding_report.h"

#include <algorithm>
#include <cstdlib>
#include <sstream>

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "emulator/observe/report/finding_words.h"
#include "emulator/observe/symbols/source_excerpt.h"
#include "emulator/runtime/number_words.h"
#include "findings/words.h"

namespace cudalab::emulator {

namespace {

constexpr std::size_t most_shown = 8; ///< a page

constexpr const char* red = "31;1";
constexpr const char* yellow = "33;1";
constexpr const char* cyan = "36;1";
constexpr const char* faint = "2";

std::string tinted(const report_style& style, const char* code, const std::string& text) {
  return style.colour ? fmt::format("\033[{}m{}\033[0m", code, text) : text;
}

const char* tint_of(finding_severity severity) {
  return severity == finding_severity::error
             ? red
             : (severity == finding_severity::warning ? yellow : cyan);
}

/// In lines that begin with `first`, then with `rest`.
std::string wrapped(const std::string& text, std::size_t columns, const std::string& first,
                    const std::string& rest) {
  std::istringstream words(text);
  std::string result = first;
  std::size_t used = rest.size();
  bool line_is_empty = true;
  for (std::string word; words >> word;) {
    if (!line_is_empty && used + 1 + word.size() > columns) {
      result += '\n' + rest;
      used = rest.size();
      line_is_empty = true;
    }
    result += (line_is_empty ? "" : " ") + word;
    used += word.size() + !line_is_empty;
    line_is_empty = false;
  }
  return result + '\n';
}

std::string party_text(const findings::party& party, const report_style& style) {
  const source_place place{party.file, party.line};
  std::string text = "    " + who(party);
  if (const std::string where = short_place(place); !where.empty())
    text += "   " + where + findings::calls_of(party);
  text += '\n';
  if (const std::string line = source_line_at(place); !line.empty())
    text += "      " + tinted(style, faint, fmt::format("{} | {}", party.line, line)) + '\n';
  return text;
}

std::string text_of(const findings::finding& found, const report_style& style) {
  std::string text = tinted(style, tint_of(found.severity),
                            fmt::format("{}: {}", name_of(found.severity), headline(found)));
  if (!found.kernel.empty())
    text += tinted(style, faint, fmt::format("   (kernel {})", found.kernel));
  text += '\n';
  for (const findings::party& party : found.parties)
    text += party_text(party, style);
  if (!found.text.empty())
    text += wrapped(found.text, style.columns, "    ", "    ");
  if (!found.remedy.empty())
    text += wrapped(found.remedy, style.columns, "    → ", "      ");
  return text + tinted(style, faint, "      " + page_of(found.kind)) + '\n';
}

std::string summary(const std::vector<finding>& all) {
  std::string text;
  for (const finding_severity severity :
       {finding_severity::error, finding_severity::warning, finding_severity::information}) {
    const auto count =
        static_cast<std::uint64_t>(std::count_if(all.begin(), all.end(), [&](const finding& each) {
          return severity_of(each.kind) == severity;
        }));
    if (count == 0)
      continue;
    const std::string words = severity == finding_severity::information
                                  ? counted(count, "piece") + " of information"
                                  : counted(count, name_of(severity));
    text += (text.empty() ? "" : ", ") + words;
  }
  return text;
}

} // namespace

report_style style_of_standard_error() {
  report_style style;
  const char* const terminal = std::getenv("TERM");
  const bool dumb = terminal == nullptr || std::string(terminal) == "dumb";
  style.colour = isatty(STDERR_FILENO) == 1 && std::getenv("NO_COLOR") == nullptr && !dumb;
  winsize size{};
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col >= 40)
    style.columns = std::min<std::size_t>(size.ws_col, 100);
  return style;
}

std::string report_of(const std::vector<finding>& all, const report_style& style) {
  if (all.empty())
    return {};
  std::string text;
  for (std::size_t i = 0; i < std::min(all.size(), most_shown); ++i)
    text += text_of(told(all[i], all), style) + '\n';
  if (all.size() > most_shown)
    text +=
        fmt::format("... and {} at other places\n\n", counted(all.size() - most_shown, "finding"));
  return text + "emucc: " + summary(all) + '\n';
}

} // namespace cudalab::emulator
