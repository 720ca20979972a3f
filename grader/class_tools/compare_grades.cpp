// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/class_tools/compare_grades.h"

#include <algorithm>

#include <fmt/format.h>

#include "grader/verdict.h"

namespace cudalab::grader {

namespace {

const check_result* found_in(const grade& one, const std::string& id) {
  for (const check_result& each : one.checks)
    if (each.id == id)
      return &each;
  return nullptr;
}

std::string ending_of(const check_result* check) {
  if (check == nullptr)
    return "not there";
  std::string words =
      check->blocked_by.empty() ? name_of(check->status) : name_of(check->status) + " (waits)";
  if (check->max_points > 0)
    words += fmt::format(", {:g} of {:g}", check->points, check->max_points);
  return words;
}

bool is_right(const check_result* check) {
  return check != nullptr && check->status == check_status::pass;
}

/// What is said of it where it is not right: now, or else before.
std::string reason_of(const check_result* before, const check_result* after) {
  const check_result* wrong = after != nullptr && !is_right(after) ? after : before;
  if (wrong == nullptr || is_right(wrong))
    return "";
  std::string words = wrong->message;
  if (words.empty() && !wrong->findings.empty())
    words = wrong->findings.front().text;
  return words.empty() ? "" : (wrong == after ? "now: " : "before: ") + words;
}

/// The same of a file that lies elsewhere under another name.
std::string without_name(std::string words, const std::string& file) {
  const std::string name = file.substr(file.rfind('/') + 1);
  for (std::size_t at = 0; !name.empty() && (at = words.find(name, at)) != words.npos; ++at)
    words.replace(at, name.size(), "F");
  return words;
}

std::vector<std::string> said(const check_result& check, const std::string& file) {
  std::vector<std::string> all{check.message, check.next};
  all.insert(all.end(), check.details.begin(), check.details.end());
  for (const finding& each : check.findings) {
    all.push_back(each.text);
    all.push_back(each.object);
  }
  for (std::string& each : all)
    each = without_name(each, file);
  return all;
}

void compare_word(const char* what, const std::string& before, const std::string& after,
                  std::vector<std::string>& to) {
  if (before != after)
    to.push_back(fmt::format("{}: {} before, {} now", what, before, after));
}

} // namespace

grade_difference compare_grades(const grade& before, const grade& after) {
  grade_difference found;
  found.same_points = before.points == after.points && before.max_points == after.max_points &&
                      before.bonus_points == after.bonus_points;
  found.same_verdict = before.verdict == after.verdict;
  std::vector<std::string> ids;
  for (const grade* one : {&before, &after})
    for (const check_result& each : one->checks)
      if (std::find(ids.begin(), ids.end(), each.id) == ids.end())
        ids.push_back(each.id);
  for (const std::string& id : ids) {
    const check_result *old_one = found_in(before, id), *new_one = found_in(after, id);
    if (const std::string was = ending_of(old_one), is = ending_of(new_one); was != is)
      found.checks.push_back({id, (new_one != nullptr ? new_one : old_one)->title, was, is,
                              reason_of(old_one, new_one)});
    else if (old_one->kind != check_kind::speed &&
             said(*old_one, before.file) != said(*new_one, after.file))
      found.other_words.push_back(id);
  }
  compare_word("file", before.file_sha256.substr(0, 12), after.file_sha256.substr(0, 12),
               found.surroundings);
  compare_word("seed", std::to_string(before.seed), std::to_string(after.seed), found.surroundings);
  compare_word("device", before.device, after.device, found.surroundings);
  compare_word("compiler", before.compiler, after.compiler, found.surroundings);
  compare_word("sandbox", before.sandbox, after.sandbox, found.surroundings);
  return found;
}

} // namespace cudalab::grader
