// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/term/course.h"

#include <algorithm>
#include <ctime>

#include <fmt/format.h>

#include "grader/files/sha256.h"
#include "grader/term/roster.h"

namespace cudalab::term {

namespace {

constexpr std::chrono::seconds one_day = std::chrono::hours(24);

bool is_meant(const course& one, const std::string& named, const std::string& student) {
  if (named == student)
    return true;
  const auto group = one.groups.find(named);
  return group != one.groups.end() &&
         std::find(group->second.begin(), group->second.end(), student) != group->second.end();
}

double points_of(const std::map<std::string, known_check>& checks, const assignment& lab) {
  double sum = 0;
  for (const auto& [id, check] : checks) {
    const auto change = lab.checks.find(id);
    const double own = check.bonus ? 0 : check.points; // which is in no sum
    sum += change == lab.checks.end() ? own : change->second.points.value_or(own);
  }
  return sum;
}

std::string late_text(const late_rule& rule) {
  std::string text = fmt::format("-{:g} % a day", rule.percent_a_day);
  if (rule.percent_a_day == 0)
    text = "costs nothing";
  if (rule.last_day)
    text += *rule.last_day == 0 ? ", no points when late"
                                : fmt::format(", no points after {} days", *rule.last_day);
  if (rule.grace.count() > 0)
    text += ", in time until " + words_for(rule.grace) + " later";
  return text;
}

} // namespace

void name_by_roster(course& one, const roster& students, const std::string& file) {
  std::string problems;
  const auto add = [&](const std::string& problem) {
    problems += fmt::format("{}{}: {}", problems.empty() ? "" : "\n", file, problem);
  };
  const auto name = [&](std::string& word, const std::string& where) {
    if (const student* const found = students.find(word))
      word = found->id;
    else
      add(fmt::format("{} names '{}', and nobody on the roster is called so, or several are.",
                      where, word));
  };
  std::map<std::string, std::string> group_of;
  for (auto& [group, members] : one.groups)
    for (std::string& each : members) {
      name(each, fmt::format("the group '{}'", group));
      if (const auto [known, is_new] = group_of.try_emplace(each, group); !is_new)
        add(fmt::format("'{}' is in the groups '{}' and '{}'.", each, known->second, group));
    }
  for (extension& each : one.extensions)
    if (one.groups.count(each.student) == 0)
      name(each.student, "an extension");
  if (!problems.empty())
    throw wrong_course(problems);
}

std::uint64_t seed_of(const course& one, const assignment& lab, const std::string& student) {
  const bool own = one.seeds == seed_policy::one_a_student;
  if (lab.seed && !own)
    return *lab.seed;
  const std::string digest = grader::sha256(
      fmt::format("{}\n{}\n{}", lab.seed.value_or(one.seed), lab.lab, own ? student : ""));
  return std::stoull(digest.substr(0, 12), nullptr, 16);
}

std::optional<instant> due_for(const course& one, const assignment& lab,
                               const std::string& student) {
  if (!lab.due)
    return {};
  instant due = *lab.due;
  for (const extension& each : one.extensions)
    if ((each.lab.empty() || each.lab == lab.lab) && is_meant(one, each.student, student))
      due = std::max(due, each.until);
  return due;
}

lateness how_late(const late_rule& rule, std::optional<instant> due, instant handed_in) {
  if (!due || handed_in <= *due + rule.grace)
    return {};
  lateness result;
  result.late = handed_in - *due;
  const auto days = (result.late + one_day - std::chrono::seconds(1)) / one_day; // begun ones
  result.remains = std::max(0.0, 1 - static_cast<double>(days) * rule.percent_a_day / 100);
  if (rule.last_day && days > *rule.last_day)
    result.remains = 0;
  return result;
}

std::string words_for(instant when) {
  const std::time_t seconds = when.time_since_epoch().count();
  std::tm parts{};
  gmtime_r(&seconds, &parts);
  char text[64];
  return {text, std::strftime(text, sizeof text, "%Y-%m-%d %H:%M UTC", &parts)};
}

std::string words_for(std::chrono::seconds span) {
  const auto seconds = span.count();
  if (seconds >= 2 * 86400)
    return fmt::format("{} days {} h", seconds / 86400, seconds % 86400 / 3600);
  if (seconds >= 2 * 3600)
    return fmt::format("{} h {} min", seconds / 3600, seconds % 3600 / 60);
  return seconds >= 60 ? fmt::format("{} min", seconds / 60) : fmt::format("{} s", seconds);
}

std::string course_text(const course& one, const known_labs& labs) {
  std::string text =
      fmt::format("{}\n  sandbox {}; {}\n", one.name.empty() ? "A course without a name" : one.name,
                  one.sandbox_required ? "required" : "optional",
                  one.seeds == seed_policy::one_a_student ? "a seed for each student"
                                                          : "one seed for each assignment");
  if (!one.groups.empty() || !one.roster.empty())
    text += fmt::format("  {} groups; roster: {}\n", one.groups.size(),
                        one.roster.empty() ? "none" : one.roster);
  for (const auto& [name, lab] : one.labs) {
    const auto& checks = labs.at(name);
    const double own = points_of(checks, lab);
    text += fmt::format("{}: due {}; {:g} points", name, lab.due ? words_for(*lab.due) : "never",
                        lab.points.value_or(own));
    if (lab.points && *lab.points != own)
      text += fmt::format(" (the lab's {:g} are scaled)", own);
    text += fmt::format("; backend {}\n", lab.backend);
    if (lab.due)
      text += fmt::format("  late: {}\n", late_text(lab.late));
    for (const auto& [id, change] : lab.checks) {
      if (change.points)
        text += fmt::format("  {}: {:g} points (the lab says {:g})\n", id, *change.points,
                            checks.at(id).points);
      if (change.threshold)
        text += fmt::format("  {}: {:g} times as fast\n", id, *change.threshold);
    }
    for (const std::string& id : lab.hidden)
      text += fmt::format("  {}: students are not told\n", id);
  }
  for (const extension& each : one.extensions)
    text += fmt::format("{}, {}: until {}\n", each.student,
                        each.lab.empty() ? "all labs" : each.lab, words_for(each.until));
  return text;
}

std::string new_course(const known_labs& labs, std::uint64_t seed) {
  std::string text = fmt::format(
      R"(# A course for CUDA Labs. `./lab course check` looks for mistakes in it; the guide for instructors
# has all keys. Students must not see this file: their gradings' inputs are made from its seed.

[course]
name = "CUDA, this term"
seed = {}
seeds = "assignment"   # or "student": each gets inputs of their own
backend = "cpu"        # or "gpu", "auto"
sandbox = "required"   # or "optional": also where the sandbox is not complete
# roster = "roster.csv"

[late]
grace_minutes = 15
percent_a_day = 10     # of the points, for each day that has begun
last_day = 5           # later: no points

# [groups]
# red = ["student id", "another id"]

# [[extension]]
# student = "student id"   # or a group
# lab = "lab04"            # without it: all labs
# until = 2030-01-31T23:59:00+01:00
# reason = "ill"
)",
      seed);
  for (const auto& [lab, checks] : labs) {
    text += fmt::format("\n[labs.{}]\n"
                        "# due = 2030-01-24T23:59:00+01:00\n"
                        "# points = 10   # the lab's own points are scaled to so many\n",
                        lab);
    if (!checks.empty())
      text += fmt::format("# hidden = [\"{0}\"]   # checks that students are not told of\n"
                          "# checks.\"{0}\".points = 20\n",
                          checks.begin()->first);
  }
  return text;
}

} // namespace cudalab::term
