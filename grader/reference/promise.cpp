// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/reference/promise.h"

#include <algorithm>
#include <regex>
#include <sstream>

namespace cudalab::reference {

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

/// All that a student can read about a check, for comparison with `says`. Empty: no such check.
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

} // namespace

void add_line(promise& to, const std::string& line) {
  static const std::regex fails(
      R"re(fails: ([a-z_.0-9]+) \(([^)]+)\) on (cpu|gpu|both)(?:: "(.+)")?)re");
  static const std::regex says(R"re(says: "(.+)")re");
  static const std::regex time_limit(R"(time limit: ([1-9]\d?) s)");
  std::smatch parts;
  if (std::regex_match(line, parts, fails)) {
    to.check = parts[1];
    to.kind = parts[2];
    to.backend = parts[3];
    to.says = split(parts[4], '|');
  } else if (std::regex_match(line, parts, says)) {
    to.says = split(parts[1], '|');
  } else if (line.rfind("also: ", 0) == 0) {
    for (const std::string& check : split(line.substr(6), ','))
      to.also.push_back(check);
  } else if (line.rfind("named: ", 0) == 0) {
    for (const std::string& id : split(line.substr(7), ','))
      to.named.push_back(id);
  } else if (line.rfind("needs: ", 0) == 0) {
    to.needs = line.substr(7);
  } else if (std::regex_match(line, parts, time_limit)) {
    to.time_limit = std::stoi(parts[1]);
  } else {
    throw head_error("what does this line of the head mean? " + line);
  }
}

void require_whole(const promise& one) {
  if (one.check.empty())
    throw head_error("the head has no line fails: check.id (kind) on cpu, gpu or both");
  if (one.says.empty())
    throw head_error("the head says not with which words: fails: ... on both: \"words\"");
}

promise promise_of_file(const std::string& text) {
  promise result;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line) && line.find("// SPDX") != 0;)
    add_line(result, line.substr(std::min<std::size_t>(line.size(), 3)));
  require_whole(result);
  return result;
}

std::vector<std::string> failed_checks(const nlohmann::json& grade) {
  std::vector<std::string> failed;
  for (const auto& check : grade.at("checks"))
    if (failed_by_itself(check))
      failed.push_back(check.at("id"));
  return failed;
}

std::vector<std::string> named_mistakes(const nlohmann::json& grade) {
  std::vector<std::string> named;
  for (const auto& check : grade.at("checks"))
    if (const auto& data = check.value("data", nlohmann::json::object());
        check.value("kind", "") == "correctness" && data.contains("cases"))
      for (const auto& one : data["cases"])
        if (const std::string id = one.value("cause", ""); !id.empty() && !contains(named, id))
          named.push_back(id);
  return named;
}

std::vector<std::string> complaints_of_reason(const promise& expected,
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

namespace {

/// A false name is worse than none.
void add_complaints_of_names(const promise& expected, const nlohmann::json& grade,
                             std::vector<std::string>& to) {
  const std::vector<std::string> named = named_mistakes(grade);
  for (const std::string& id : named)
    if (!contains(expected.named, id))
      to.push_back("it is taken for the known mistake " + id +
                   ", which its head does not say. If that is what it is: named: " + id);
  if (grade.value("backend", "cpu") != "cpu")
    return; // threads may disturb each other in another order there
  for (const std::string& id : expected.named)
    if (!contains(named, id))
      to.push_back("no check recognises the known mistake " + id + ", which its head says");
}

} // namespace

std::vector<std::string> complaints(const promise& expected, const nlohmann::json& grade) {
  std::vector<std::string> result = complaints_of_reason(expected, grade);
  add_complaints_of_names(expected, grade, result);
  for (const std::string& check : failed_checks(grade))
    if (check != expected.check && !contains(expected.also, check))
      result.push_back(check + " should not fail and says: " + words_of(grade, check));
  return result;
}

} // namespace cudalab::reference
