// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/course/variant.h"

#include <algorithm>
#include <regex>
#include <sstream>

namespace cudalab::course {

namespace {

std::vector<std::string> split(const std::string& list, char separator) {
  std::vector<std::string> parts;
  std::istringstream in(list);
  for (std::string part; std::getline(in, part, separator);) {
    const std::size_t first = part.find_first_not_of(' ');
    if (first != std::string::npos)
      parts.push_back(part.substr(first, part.find_last_not_of(' ') + 1 - first));
  }
  return parts;
}

const nlohmann::json* find_check(const nlohmann::json& grade, const std::string& id) {
  for (const auto& check : grade.at("checks"))
    if (check.at("id") == id)
      return &check;
  return nullptr;
}

bool failed_by_itself(const nlohmann::json& check) {
  const std::string status = check.at("status");
  return status != "pass" && status != "skipped" && check.value("blocked_by", "").empty();
}

bool contains(const std::vector<std::string>& list, const std::string& one) {
  return std::find(list.begin(), list.end(), one) != list.end();
}

} // namespace

variant parse_variant(const std::string& text) {
  static const std::regex first_line(R"(// FAILS ([a-z_.]+) \(([^)]+)\) on (cpu|gpu|both))");
  static const std::regex says_line(R"re(// says: "(.+)")re");
  std::istringstream in(text);
  std::string line;
  std::smatch parts;
  if (!std::getline(in, line) || !std::regex_match(line, parts, first_line))
    throw head_error("the first line is not: // FAILS check.id (kind) on cpu, gpu or both");
  variant result{parts[1], parts[2], parts[3], {}, {}, ""};
  while (std::getline(in, line) && line.find("// SPDX") != 0) {
    if (std::regex_match(line, parts, says_line))
      result.says = split(parts[1], '|');
    else if (line.find("// also: ") == 0)
      for (const std::string& check : split(line.substr(9), ','))
        result.also.push_back(check);
    else if (line.find("// needs: ") == 0)
      result.needs = line.substr(10);
    else
      throw head_error("what does this line of the head mean? " + line);
  }
  if (result.says.empty())
    throw head_error("the head has no line: // says: \"words of the message\"");
  return result;
}

std::string words_of(const nlohmann::json& grade, const std::string& check) {
  const nlohmann::json* found = find_check(grade, check);
  if (found == nullptr)
    return "";
  std::string words = found->value("message", "") + '\n' + found->value("next", "");
  for (const auto& detail : found->value("details", nlohmann::json::array()))
    words += '\n' + detail.get<std::string>();
  for (const auto& finding : found->value("findings", nlohmann::json::array())) {
    words += '\n' + finding.value("kind", "");
    for (const char* part : {"object", "text", "remedy"})
      words += ": " + finding.value(part, "");
  }
  return words;
}

std::vector<std::string> failed_checks(const nlohmann::json& grade) {
  std::vector<std::string> failed;
  for (const auto& check : grade.at("checks"))
    if (failed_by_itself(check))
      failed.push_back(check.at("id"));
  return failed;
}

std::vector<std::string> complaints_of_reason(const variant& expected,
                                              const nlohmann::json& grade) {
  const std::string words = words_of(grade, expected.check);
  if (words.empty())
    return {"there is no check " + expected.check};
  if (!contains(failed_checks(grade), expected.check))
    return {expected.check + " should fail and says: " + words};
  if (std::none_of(expected.says.begin(), expected.says.end(),
                   [&](const std::string& say) { return words.find(say) != std::string::npos; }))
    return {expected.check + " fails without the words \"" + expected.says.front() +
            "\": " + words};
  return {};
}

std::vector<std::string> complaints(const variant& expected, const nlohmann::json& grade) {
  std::vector<std::string> result = complaints_of_reason(expected, grade);
  for (const std::string& check : failed_checks(grade))
    if (check != expected.check && !contains(expected.also, check))
      result.push_back(check + " should not fail and says: " + words_of(grade, check));
  return result;
}

} // namespace cudalab::course
