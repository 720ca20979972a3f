// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <algorithm>
#include <ctime>
#include <filesystem>

#include <fmt/format.h>

#include "grader/class_tools/commands.h"
#include "grader/class_tools/export_forms.h"
#include "grader/class_tools/stored_grades.h"
#include "grader/class_tools/term_files.h"
#include "grader/cli/lab_files.h"
#include "grader/cli/report_forms.h"
#include "grader/cli/usage_error.h"
#include "grader/files/write_file.h"
#include "grader/printable.h"
#include "grader/report/json.h"
#include "grader/term/gradebook_forms.h"
#include "grader/term/results_folder.h"

namespace cudalab::grader {

namespace {

namespace fs = std::filesystem;

bool is_gradebook(const std::string& form) {
  const auto& all = term::gradebook_forms();
  return std::find(all.begin(), all.end(), form) != all.end();
}

/// Another system would take it for a student.
bool is_a_stranger(const term::grade_row& row) {
  return row.state == term::name_of(term::hand_in_state::unknown);
}

/// What has no points, in a line each.
void tell_who_has_no_points(const std::vector<term::grade_row>& rows) {
  std::string lines;
  for (const term::grade_row& each : rows)
    if (each.state != "graded")
      lines += fmt::format("  {}, {}: {}\n", each.lab, printable_line(each.student),
                           is_a_stranger(each) ? "on no roster, so not in the file" : each.state);
  if (!lines.empty())
    fmt::print("Without points:\n{}", lines);
}

int export_gradebook(const options& given) {
  const std::string lab = typed_lab(given);
  check_grades_folder(given.grades);
  std::vector<term::grade_row> rows;
  term::for_each_grade(given.grades, [&](term::grade_row row) {
    row.checks.clear(); // of a class that is the most of it
    if (lab.empty() || row.lab == lab)
      rows.push_back(std::move(row));
  });
  if (rows.empty())
    throw usage_error(fmt::format("{} holds no grade{}{}. 'batch' writes them.", given.grades,
                                  lab.empty() ? "" : " of ", lab));
  const std::optional<term::roster> students_of = read_roster_file(given.roster);
  std::set<std::string> labs, students, not_listed;
  std::vector<term::grade_row> known;
  for (const term::grade_row& each : rows) {
    labs.insert(each.lab);
    if (is_a_stranger(each))
      continue;
    // Without its numbers no other system knows whose the line is.
    if (students_of && students_of->find(each.student) == nullptr) {
      not_listed.insert(each.student);
      continue;
    }
    students.insert(each.student);
    known.push_back(each);
  }
  if (!given.column.empty() && labs.size() > 1)
    throw usage_error(fmt::format(
        "--column names one column, and there are {} labs: say which lab.", labs.size()));
  term::form_settings settings;
  settings.form = given.form;
  settings.column = given.column;
  settings.zero_for_missing = given.zero;
  settings.students = students_of ? &*students_of : nullptr;
  const std::string own_name = given.form == "csv" ? "grades.csv" : given.form + ".csv";
  const fs::path file =
      given.target.empty() ? fs::path("export") / own_name : fs::path(given.target);
  if (given.target.empty())
    fs::create_directories("export");
  check_output_file("--out", file);
  try {
    write_file(file, term::gradebook_in_form(known, settings));
  } catch (const term::unequal_maxima& problem) {
    throw usage_error(problem.what());
  }
  fmt::print("{}: {} student{}, {} lab{}\n", printable_line(file.string()), students.size(),
             students.size() == 1 ? "" : "s", labs.size(), labs.size() == 1 ? "" : "s");
  tell_who_has_no_points(rows);
  if (!not_listed.empty())
    fmt::print("Not in the file, since {} does not have them:\n",
               printable_line(fs::path(given.roster).string()));
  for (const std::string& each : not_listed)
    fmt::print("  {}\n", printable_line(each));
  return 0;
}

/// "2026-11-24T10:00:00Z"
std::string as_iso(std::int64_t seconds) {
  const std::time_t when = seconds;
  std::tm parts{};
  gmtime_r(&when, &parts);
  char text[64];
  return {text, std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts)};
}

/// What Classroom 50's runner would say, where it does not run.
classroom_submission submission_of(const stored_grade& one) {
  const std::string commit = one.commit.empty() ? one.result.file_sha256 : one.commit;
  classroom_submission made;
  made.classroom = "cuda-labs";
  made.assignment = one.lab;
  made.owner = one.owner;
  made.kind = one.students.size() > 1 ? "group" : "individual";
  made.datetime = as_iso(one.handed_in.value_or(0));
  std::string tag = made.datetime;
  std::replace(tag.begin(), tag.end(), ':', '-');
  made.submission = "submit/" + tag + "-" + commit.substr(0, 7);
  made.commit = made.release = made.review = commit;
  return made;
}

std::string file_name_in(const std::string& form) {
  return form == "junit" ? "results.xml" : form == "classroom50" ? "result.json" : "results.json";
}

int export_grades(const options& given) {
  if (!given.column.empty() || given.zero || !given.roster.empty())
    throw usage_error(fmt::format(
        "--column, --zero and --roster are for gradebooks, and {} is none.", given.form));
  std::size_t count = 0;
  const fs::path root =
      given.target.empty() ? fs::path("export") / given.form : fs::path(given.target);
  for_each_stored_grade(given, [&](const stored_grade& each) {
    const fs::path folder = root / each.lab / term::file_name_for(each.owner);
    fs::create_directories(folder);
    course_view course{each.points, each.hidden};
    write_file(folder / file_name_in(given.form),
               written_as(given.form, nlohmann::json::parse(to_json_text(each.result)), course,
                          submission_of(each)));
    ++count;
  });
  fmt::print("{}: {} file{}\n", printable_line(root.string()), count, count == 1 ? "" : "s");
  return 0;
}

} // namespace

std::vector<std::string> export_forms() {
  std::vector<std::string> all = term::gradebook_forms();
  for (const char* each : {"gradescope", "check50", "junit", "classroom50", "gradescope-zip"})
    all.emplace_back(each);
  return all;
}

int command_export(const options& given) {
  if (given.form == "gradescope-zip")
    throw usage_error("gradescope-zip is made by ./lab: ./lab export gradescope-zip LAB");
  return is_gradebook(given.form) ? export_gradebook(given) : export_grades(given);
}

} // namespace cudalab::grader
