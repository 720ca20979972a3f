// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// What several forms need.
#include <algorithm>

#include "grader/report/finding_text.h"
#include "grader/report/formats/formats.h"
#include "grader/report/terminal.h"
#include "grader/verdict.h"

namespace cudalab::grader {

namespace {

constexpr std::size_t findings_told = 3, details_told = 10;

bool speaks_of(const std::string& words, const std::vector<std::string>& names) {
  return std::any_of(names.begin(), names.end(), [&words](const std::string& each) {
    return !each.empty() && words.find(each) != words.npos;
  });
}

} // namespace

std::string words_of(const check_result& check, const std::vector<quoted_file>& sources) {
  style plain;
  plain.utf8 = true;
  plain.width = 100;
  std::string text;
  const auto add = [&text, &plain](const std::string& line) {
    if (!line.empty())
      text += shown(plain, line) + '\n';
  };
  add(check.message);
  const bool failed = check.status != check_status::pass && check.status != check_status::skipped;
  if (failed && check.findings.empty())
    for (std::size_t i = 0; i < std::min(check.details.size(), details_told); ++i)
      add("  " + check.details[i]);
  if (failed)
    for (std::size_t i = 0; i < std::min(check.findings.size(), findings_told); ++i)
      text += '\n' + render_finding(check.findings[i], sources, plain, "");
  if (failed && check.findings.empty() && !check.next.empty())
    add("→ " + check.next);
  return text;
}

grade without_checks(grade result, const std::set<std::string>& hidden) {
  if (hidden.empty())
    return result;
  std::vector<std::string> names;
  for (const check_result& each : result.checks)
    if (hidden.count(each.id) != 0) {
      names.push_back(each.id);
      names.push_back(each.title);
    }
  result.checks.erase(
      std::remove_if(result.checks.begin(), result.checks.end(),
                     [&hidden](const check_result& each) { return hidden.count(each.id) != 0; }),
      result.checks.end());
  for (check_result& each : result.checks) {
    if (hidden.count(each.blocked_by) != 0) {
      each.blocked_by.clear();
      each.message = "not judged: it waits for something that must be right first";
    }
    if (speaks_of(each.message, names))
      each.message = "it is not right";
    if (speaks_of(each.next, names))
      each.next.clear();
    each.details.erase(
        std::remove_if(each.details.begin(), each.details.end(),
                       [&names](const std::string& line) { return speaks_of(line, names); }),
        each.details.end());
  }
  result.times.erase(
      std::remove_if(result.times.begin(), result.times.end(),
                     [&names](const step_time& each) { return speaks_of(each.step, names); }),
      result.times.end());
  settle(result);
  return result;
}

} // namespace cudalab::grader
