// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/report/html/source_view.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace cudalab::grader::html {

namespace {

using nlohmann::json;

/// Blanks that all lines begin with.
std::size_t common_indent(const std::map<int, std::string>& lines) {
  std::size_t common = std::string::npos;
  for (const auto& [number, line] : lines)
    if (const std::size_t first = line.find_first_not_of(' '); first != std::string::npos)
      common = std::min(common, first);
  return common == std::string::npos ? 0 : common;
}

} // namespace

std::map<int, std::string> quoted_lines(const json& grade, const std::string& file) {
  std::map<int, std::string> lines;
  for (const json& each : grade.value("sources", json::array()))
    if (each.at("file") == file)
      for (const json& line : each.at("lines"))
        lines[line.at("line")] = line.at("text");
  return lines;
}

markup source_view(const json& grade, const std::string& file, int line, int around) {
  const std::map<int, std::string> all = quoted_lines(grade, file);
  if (all.count(line) == 0)
    return {};
  std::map<int, std::string> shown;
  for (auto at = all.lower_bound(line - around); at != all.end() && at->first <= line + around;
       ++at)
    shown.insert(*at);
  const std::size_t indent = common_indent(shown);
  const std::size_t digits = std::to_string(shown.rbegin()->first).size();
  markup result;
  for (const auto& [number, code] : shown) {
    const bool marked = number == line;
    result += element("span", {{"class", marked ? "marked" : "line"}},
                      element("span", {{"class", "number"}},
                              text(fmt::format("{}{:>{}}", marked ? ">" : " ", number, digits))) +
                          text(code.size() > indent ? code.substr(indent) : ""));
  }
  return element("pre",
                 {{"class", "source"},
                  {"tabindex", "0"}, // scrolls by keyboard
                  {"role", "region"},
                  {"aria-label", "Source: " + short_place(file, line)}},
                 result);
}

std::string short_place(const std::string& file, int line) {
  return line <= 0 ? ""
                   : fmt::format("{}:{}", std::filesystem::path(file).filename().string(), line);
}

} // namespace cudalab::grader::html
