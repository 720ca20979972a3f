// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "grader/class_tools/batch.h"
#include "grader/class_tools/commands.h"
#include "grader/class_tools/compare_grades.h"
#include "grader/class_tools/stored_grades.h"
#include "grader/class_tools/term_files.h"
#include "grader/cli/lab_files.h"
#include "grader/cli/usage_error.h"
#include "grader/files/read_text.h"
#include "grader/files/write_file.h"
#include "grader/printable.h"
#include "grader/term/results_folder.h"
#include "grader/term/roster.h"

namespace cudalab::grader {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

usage_error damaged_plan(const fs::path& plan, const std::string& why) {
  return usage_error(
      fmt::format("{} is damaged: {}. 'batch' writes it again.", plan.string(), why));
}

term::hand_in hand_in_from(const json& one, const term::results_folder& folder) {
  term::hand_in made;
  one.at("owner").get_to(made.owner);
  one.at("name").get_to(made.name);
  one.at("students").get_to(made.students);
  one.at("file").get_to(made.path);
  one.at("commit").get_to(made.commit);
  one.at("problem").get_to(made.problem);
  made.state = term::state_named(one.at("state"));
  made.late = {std::chrono::seconds(one.at("late_seconds").get<std::int64_t>()), one.at("remains")};
  one.at("marked_late").get_to(made.marked_late);
  if (one.contains("handed_in"))
    made.time = term::instant(std::chrono::seconds(one.at("handed_in").get<std::int64_t>()));
  if (made.graded())
    made.text =
        term::kept_text(read_regular_file(folder.copy_of(made.owner), term::largest_hand_in));
  return made;
}

/// What batch graded, from the files that it kept.
batch_input hand_ins_of(const options& given, const std::string& lab) {
  check_grades_folder(given.grades);
  if (!fs::is_directory(fs::path(given.grades) / lab))
    throw usage_error(fmt::format("{} holds nothing of {}. 'batch' grades it.", given.grades, lab));
  const term::results_folder folder(given.grades, lab);
  batch_input input;
  input.silent = true;
  try {
    input.all.found.form = "the files that were graded before";
    const json plan = term::read_plan(folder.plan(), [&](const json& each) {
      input.all.found.hand_ins.push_back(hand_in_from(each, folder));
    });
    if (plan.is_null())
      throw damaged_plan(folder.plan(), "it is no plan");
    for (const json& each : plan.at("missing"))
      input.all.found.missing.push_back({each.at("id"), each.at("name")});
    input.asked.lab = lab;
    if (plan.contains("points"))
      input.asked.points = plan.at("points").get<double>();
    if (plan.contains("due"))
      input.asked.due = term::instant(std::chrono::seconds(plan.at("due").get<std::int64_t>()));
    plan.at("hidden").get_to(input.asked.hidden);
    for (const auto& [id, points] : plan.at("checks").items())
      input.asked.checks[id].points = points.get<double>();
  } catch (const json::exception& problem) {
    throw damaged_plan(folder.plan(), problem.what());
  } catch (const unreadable_file& problem) {
    throw damaged_plan(folder.plan(), std::string("a file that was graded ") + problem.what());
  }
  return input;
}

/// What a result hangs on, but for the file.
struct graded_with {
  std::string lab_version, backend, settings;
  std::uint64_t seed = 0;
};

std::optional<graded_with> graded_with_in(const term::results_folder& folder,
                                          const std::string& owner) {
  const json found = term::read_document(folder.result_of(owner), term::result_schema);
  if (found.is_null())
    return {};
  return graded_with{found.value("lab_version", ""), found.value("backend", ""),
                     found.value("settings", ""), found.value("seed", std::uint64_t{0})};
}

/// Why gradings may differ, besides what a grade says itself.
void add_settings(const graded_with& before, const graded_with& after,
                  std::map<std::string, int>& why) {
  const auto compare = [&why](const auto& one, const auto& other, const char* words) {
    if (one != other)
      ++why[words];
  };
  compare(before.lab_version, after.lab_version, "the lab or the tools");
  compare(before.backend, after.backend, "the backend");
  compare(before.settings, after.settings, "limits or thresholds");
  compare(before.seed, after.seed, "the seed");
}

/// The grades of both folders that are of one hand-in: they are in one order in both.
void for_each_pair(const options& there, const options& here,
                   const std::function<void(const stored_grade&, const stored_grade&)>& take) {
  stored_grades old_ones(there), new_ones(here);
  stored_grade before, after;
  bool more = old_ones.next(before) && new_ones.next(after);
  while (more) {
    const std::string old_one = before.students.front(), new_one = after.students.front();
    if (old_one == new_one)
      take(before, after);
    more =
        (old_one > new_one || old_ones.next(before)) && (old_one < new_one || new_ones.next(after));
  }
}

class told_changes {
public:
  void add(const stored_grade& before, const stored_grade& after) {
    const grade_difference found = compare_grades(before.result, after.result);
    ++compared_;
    const bool points = std::abs(before.points - after.points) > 1e-9 ||
                        std::abs(before.max_points - after.max_points) > 1e-9;
    if (!points && found.checks.empty())
      return;
    points_changed_ += points ? 1 : 0;
    ++(points ? with_points_ : without_points_);
    text_ +=
        fmt::format("  {}: {:g} of {:g} -> {:g} of {:g} points\n", printable_line(before.owner),
                    before.points, before.max_points, after.points, after.max_points);
    for (const changed_check& each : found.checks) {
      text_ += fmt::format("    {}: {} -> {}\n", each.id, each.before, each.after);
      if (!each.reason.empty())
        text_ += fmt::format("      {}\n", printable_line(each.reason));
      csv_ += fmt::format("{},{},{:g},{:g},{:g},{},{},{},{}\n", before.lab,
                          term::csv_cell(before.owner), before.points, after.points,
                          after.max_points, each.id, term::csv_cell(each.before),
                          term::csv_cell(each.after), term::csv_cell(each.reason));
    }
    if (found.checks.empty())
      csv_ += fmt::format("{},{},{:g},{:g},{:g},,,,\n", before.lab, term::csv_cell(before.owner),
                          before.points, after.points, after.max_points);
  }

  const std::string& csv() const { return csv_; }

  /// The exit code.
  int tell(const std::map<std::string, int>& why) const {
    fmt::print("\nCompared: {}; other points: {}; other checks, with the same points: {}\n{}",
               compared_, with_points_, without_points_, text_);
    for (const auto& [words, count] : why)
      fmt::print("Graded otherwise than before: {} (of {})\n", words, count);
    return points_changed_ > 0 ? 1 : 0;
  }

private:
  std::string text_;
  std::string csv_ = "lab,owner,points_before,points_now,max_points_now,check,before,now,reason\n";
  int compared_ = 0, points_changed_ = 0, with_points_ = 0, without_points_ = 0;
};

} // namespace

int command_regrade(const options& given) {
  const lab_description& lab = find_lab(given.lab);
  options again = given;
  again.out = given.target.empty() ? "regraded" : given.target;
  std::error_code ignored;
  if (fs::equivalent(again.out, given.grades, ignored))
    throw usage_error(fmt::format(
        "{} holds the grades to compare with: name another folder with --out.", again.out));
  batch_input input = hand_ins_of(given, lab.name);
  input.all.course = course_of(lab, given);
  const term::results_folder folder(given.grades, lab.name);
  std::map<std::string, graded_with> before;
  for (const term::hand_in& each : input.all.found.hand_ins)
    if (each.graded())
      if (const auto found = graded_with_in(folder, each.owner)) {
        before[each.owner] = *found;
        input.seeds[each.owner] = found->seed;
      }
  if (before.empty())
    throw usage_error(
        fmt::format("{} holds no grade of {}. 'batch' writes them.", given.grades, lab.name));
  if (again.backend == "auto") // as before: else the maxima differ
    again.backend = before.begin()->second.backend.rfind("gpu", 0) == 0 ? "gpu" : "cpu";
  const int code = run_batch(lab, again, std::move(input));
  if (code > 1)
    return code;
  options there = given;
  options here = again;
  here.grades = again.out;
  there.lab = here.lab = lab.name;
  const term::results_folder made(again.out, lab.name);
  told_changes changes;
  std::map<std::string, int> why;
  for_each_pair(there, here, [&](const stored_grade& one, const stored_grade& now) {
    changes.add(one, now);
    if (const auto after = graded_with_in(made, now.owner))
      add_settings(before[one.owner], *after, why);
  });
  const fs::path csv = fs::path(again.out) / lab.name / "changes.csv";
  write_file(csv, changes.csv());
  const int result = changes.tell(why);
  fmt::print("Each changed check: {}\n", printable_line(csv.string()));
  return result;
}

} // namespace cudalab::grader
