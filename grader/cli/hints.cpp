// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/cli/hints.h"

#include <algorithm>
#include <regex>
#include <sstream>
#include <tuple>

#include "grader/report/wrap.h"

namespace cudalab::grader {

namespace {

std::string without_blank_ends(std::string text) {
  text.erase(0, std::min(text.find_first_not_of(" \n"), text.size()));
  // The first line's indent belongs to the text: labs indent no hint, so that none is lost here.
  while (!text.empty() && (text.back() == ' ' || text.back() == '\n'))
    text.pop_back();
  return text;
}

} // namespace

std::vector<hint> parse_hints(const std::string& readme) {
  std::vector<hint> result;
  const std::regex opening("<details>\\s*<summary>(?:\\s|<[^>]*>)*Hint\\s+([0-9]+)\\.([0-9]+)"
                           "[^\n]*</summary>");
  for (std::sregex_iterator at(readme.begin(), readme.end(), opening), end; at != end; ++at) {
    const auto start = static_cast<std::size_t>(at->position() + at->length());
    const std::size_t close = readme.find("</details>", start);
    result.push_back({std::stoi((*at)[1]), std::stoi((*at)[2]),
                      without_blank_ends(readme.substr(
                          start, close == std::string::npos ? close : close - start))});
  }
  std::sort(result.begin(), result.end(), [](const hint& a, const hint& b) {
    return std::tie(a.exercise, a.stage) < std::tie(b.exercise, b.stage);
  });
  return result;
}

std::string render_hint(const std::string& markdown, const style& how) {
  std::istringstream lines(markdown);
  std::string result, paragraph;
  bool code = false;
  const auto flush = [&] {
    if (!paragraph.empty())
      result += wrap(shown(how, paragraph), how.width, "  ");
    paragraph.clear();
  };
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("```", 0) == 0) {
      flush();
      code = !code;
    } else if (code || line.rfind("    ", 0) == 0) {
      flush();
      result += "    " + (code ? line : line.substr(std::min<std::size_t>(4, line.size()))) + '\n';
    } else if (line.empty()) {
      flush();
      result += '\n';
    } else {
      const bool item = line.rfind("- ", 0) == 0 || line.rfind("* ", 0) == 0;
      if (item)
        flush();
      paragraph += (paragraph.empty() ? "" : " ") + line;
    }
  }
  flush();
  return result;
}

} // namespace cudalab::grader
