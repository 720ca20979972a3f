// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/course/variant_groups.h"

#include <algorithm>
#include <regex>
#include <sstream>

namespace cudalab::course {

using namespace cudalab::reference;

namespace {

std::set<int> exercises_in(const std::string& heading) {
  static const std::regex form(R"(// ---- (?:Exercises? )?(\d)(?: and (\d))?[.:,].*)");
  std::smatch parts;
  std::set<int> exercises;
  if (std::regex_match(heading, parts, form))
    for (const std::size_t i : {1, 2})
      if (parts[i].matched)
        exercises.insert(std::stoi(parts[i]));
  return exercises;
}

bool same_headings(const std::vector<solution_section>& one,
                   const std::vector<solution_section>& other) {
  return std::equal(
      one.begin(), one.end(), other.begin(), other.end(),
      [](const solution_section& a, const solution_section& b) { return a.heading == b.heading; });
}

/// Empty: something else differs as well.
std::set<int> changed_exercises(const solution& original, const solution& changed) {
  for (std::size_t i = 1; i < original.files.size(); ++i)
    if (original.files[i].text != changed.files[i].text)
      return {};
  const auto before = sections_of(original.files[0].text),
             after = sections_of(changed.files[0].text);
  if (!same_headings(before, after))
    return {};
  std::set<int> exercises;
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (before[i].text == after[i].text)
      continue;
    if (before[i].exercises.empty())
      return {};
    exercises.insert(before[i].exercises.begin(), before[i].exercises.end());
  }
  return exercises;
}

/// Takes the sections of a member's exercises into the group's file.
void put(const member& one, solution& together) {
  auto sections = sections_of(together.files[0].text);
  const auto changed = sections_of(one.changed.files[0].text);
  std::string text;
  for (std::size_t i = 0; i < sections.size(); ++i) {
    const std::set<int>& solves = sections[i].exercises;
    const bool its = std::any_of(solves.begin(), solves.end(),
                                 [&](int exercise) { return one.exercises.count(exercise) != 0; });
    text += its ? changed[i].text : sections[i].text;
  }
  together.files[0].text = text;
}

bool disturb_each_other(const member& one, const member& other, const linked& are_linked) {
  if (one.exercises.empty() || other.exercises.empty())
    return true;
  for (const int mine : one.exercises)
    for (const int its : other.exercises)
      if (mine == its || are_linked(mine, its))
        return true;
  return false;
}

} // namespace

std::vector<solution_section> sections_of(const std::string& text) {
  std::vector<solution_section> sections(1);
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("// ---- ", 0) == 0)
      sections.push_back({line, exercises_in(line), ""});
    sections.back().text += line + '\n';
  }
  return sections;
}

member member_of(const solution& original, const std::vector<variant>& all, const variant& which) {
  member result{&which, with_variant(original, all, which), {}};
  result.exercises = changed_exercises(original, result.changed);
  return result;
}

std::vector<group> group_variants(const std::vector<member>& members, const linked& are_linked) {
  std::vector<group> groups;
  for (const member& one : members) {
    const auto room = std::find_if(groups.begin(), groups.end(), [&](const group& each) {
      return std::none_of(each.members.begin(), each.members.end(), [&](const member& other) {
        return disturb_each_other(one, other, are_linked);
      });
    });
    if (room == groups.end()) {
      groups.push_back({one.changed, {one}});
    } else {
      put(one, room->together);
      room->members.push_back(one);
    }
  }
  return groups;
}

} // namespace cudalab::course
