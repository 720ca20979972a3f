// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/build/compiler_messages.h"

#include <algorithm>
#include <regex>
#include <sstream>

namespace cudalab::grader {

namespace {

/// A regular expression over an endless line would use up the stack.
constexpr std::size_t longest_message = 2000;

/// Of each severity. A file can make tens of thousands of them, and nobody reads those.
constexpr std::ptrdiff_t most_of_a_kind = 100;

int number(const std::string& digits) {
  return digits.empty() || digits.size() > 9 ? 0 : std::stoi(digits);
}

} // namespace

std::vector<diagnostic> parse_diagnostics(const std::string& log) {
  static const std::regex gcc_form(
      R"(^([^:]+):(\d+):(?:(\d+):)? (fatal error|error|warning): (.*)$)");
  static const std::regex nvcc_form(R"(^([^(]+)\((\d+)\): (error|warning)(?: #[\w-]+)?: (.*)$)");
  static const std::regex no_line_form(R"(^([^:]+): (fatal error|error): (.*)$)");
  static const std::regex remedy_form(R"(^[^:]+:\d+:(?:\d+:)? note: remedy: (.*)$)");
  std::vector<diagnostic> result;
  std::ptrdiff_t errors = 0, warnings = 0;
  // Regular expressions take their time: not for lines that could not be kept.
  const auto may_count = [&](const std::string& line) {
    return (errors < most_of_a_kind && line.find("error") != line.npos) ||
           (warnings < most_of_a_kind && line.find("warning") != line.npos) ||
           line.find("note: remedy: ") != line.npos;
  };
  std::istringstream lines(log);
  std::smatch part;
  for (std::string line; std::getline(lines, line);) {
    if (line.size() > longest_message)
      line.resize(longest_message);
    if (!may_count(line))
      continue;
    diagnostic found;
    if (!result.empty() && std::regex_match(line, part, remedy_form))
      result.back().remedy = part[1];
    if (std::regex_match(line, part, gcc_form))
      found = {part[1], number(part[2]), number(part[3]), part[4], part[5]};
    else if (std::regex_match(line, part, nvcc_form))
      found = {part[1], number(part[2]), 0, part[3], part[4]};
    else if (std::regex_match(line, part, no_line_form)) // about a name in the object file
      found = {part[1], 0, 0, part[2], part[3]};
    else
      continue;
    if (found.severity == "fatal error")
      found.severity = "error";
    if (std::ptrdiff_t& count = found.severity == "error" ? errors : warnings;
        count++ < most_of_a_kind)
      result.push_back(found);
  }
  return result;
}

std::vector<std::string> parse_missing_functions(const std::string& log) {
  static const std::regex form("undefined reference to [`'](.*)'");
  std::vector<std::string> result;
  std::istringstream lines(log);
  std::smatch part;
  for (std::string line; std::getline(lines, line);)
    if (line.size() <= longest_message && std::regex_search(line, part, form) &&
        std::find(result.begin(), result.end(), part[1].str()) == result.end())
      result.push_back(part[1]);
  return result;
}

} // namespace cudalab::grader
