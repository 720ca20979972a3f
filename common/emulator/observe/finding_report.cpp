// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/finding_report.h"

#include <algorithm>
#include <cstdlib>
#include <sstream>

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "emulator/observe/finding_words.h"
#include "emulator/observe/symbols/source_excerpt.h"

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

std::string index_words(const index3& at) {
  return at.z == 0 ? fmt::format("({},{})", at.x, at.y)
                   : fmt::format("({},{},{})", at.x, at.y, at.z);
}

std::string headline(const finding& found) {
  std::string text = title_of(found.kind);
  if (!found.space.empty() && found.kind != finding_kind::constant_write) // its title says it
    text += (found.kind == finding_kind::race ? " on " : ", ") + found.space + " memory";
  if (!found.element.empty())
    text += ": " + found.element;
  return text;
}

std::string who(const finding_party& party) {
  const std::string action = party.action;
  const bool takes_object = action == "reads" || action == "writes" || action == "updates";
  const std::string actor = party.on_host ? "the host"
                            : !party.thread_known
                                ? "a thread"
                                : fmt::format("thread {} of block {}", index_words(party.thread),
                                              index_words(party.block));
  return fmt::format("{} {}{}", actor, action, takes_object ? " it" : "");
}

std::string party_text(const finding_party& party, const report_style& style) {
  std::string text = "    " + who(party);
  const std::string place = short_place(party.place);
  if (!place.empty())
    text += "   " + place;
  text += '\n';
  if (const std::string line = source_line_at(party.place); !line.empty())
    text += "      " + tinted(style, faint, fmt::format("{} | {}", party.place.line, line)) + '\n';
  return text;
}

std::string text_of(const finding& found, const std::vector<finding>& all,
                    const report_style& style) {
  const finding_severity severity = severity_of(found.kind);
  std::string text =
      tinted(style, tint_of(severity), fmt::format("{}: {}", name_of(severity), headline(found)));
  if (!found.kernel.empty())
    text += tinted(style, faint, fmt::format("   (kernel {})", found.kernel));
  text += '\n';
  for (const finding_party& party : found.parties)
    text += party_text(party, style);
  const finding_words words = words_for(found, all);
  if (!words.text.empty())
    text += wrapped(words.text, style.columns, "    ", "    ");
  if (!words.remedy.empty())
    text += wrapped(words.remedy, style.columns, "    → ", "      ");
  return text + tinted(style, faint, "      " + page_of(found.kind)) + '\n';
}

std::string summary(const std::vector<finding>& all) {
  std::string text;
  for (const finding_severity severity :
       {finding_severity::error, finding_severity::warning, finding_severity::advice}) {
    const auto count =
        static_cast<std::uint64_t>(std::count_if(all.begin(), all.end(), [&](const finding& each) {
          return severity_of(each.kind) == severity;
        }));
    if (count == 0)
      continue;
    const std::string words = severity == finding_severity::advice
                                  ? fmt::format("{} advice", count)
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
    text += text_of(all[i], all, style) + '\n';
  if (all.size() > most_shown)
    text +=
        fmt::format("... and {} at other places\n\n", counted(all.size() - most_shown, "finding"));
  return text + "emucc: " + summary(all) + '\n';
}

} // namespace cudalab::emulator
