// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <filesystem>
#include <set>

#include <fmt/format.h>

#include "grader/class_tools/commands.h"
#include "grader/class_tools/stored_grades.h"
#include "grader/cli/usage_error.h"
#include "grader/files/write_file.h"
#include "grader/printable.h"
#include "grader/report/formats/formats.h"
#include "grader/report/html/page.h"
#include "grader/report/json.h"
#include "grader/report/text.h"
#include "grader/report/wrap.h"
#include "grader/term/course.h"
#include "grader/term/results_folder.h"

namespace cudalab::grader {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t mail_width = 72;

/// "12.35": at most two digits behind the point.
std::string points_in_mail(double points) {
  std::string text = fmt::format("{:.2f}", points);
  text.erase(text.find_last_not_of('0') + 1);
  return text.back() == '.' ? text.substr(0, text.size() - 1) : text;
}

/// What a grade is a grade of, for an appeal.
std::string origin_of(const stored_grade& one) {
  return fmt::format("Hand-in of {}, SHA-256 {}{}; graded {} on {} by {}",
                     fmt::join(one.students, ", "), one.result.file_sha256,
                     one.commit.empty() ? "" : ", commit " + one.commit, one.graded_at, one.machine,
                     one.tools);
}

/// What a student is told, without a word of hidden checks but that there are some.
std::string mail_of(const stored_grade& one, const grade& told) {
  style plain;
  plain.utf8 = true;
  plain.width = mail_width;
  std::string text = fmt::format("{}: {}\n\nYour points: {} of {}\n", one.lab, told.title,
                                 points_in_mail(one.points), points_in_mail(one.max_points));
  if (one.late_seconds > 0)
    text += wrap(fmt::format("It was handed in late by {}: {:g} % of the points remain.",
                             term::words_for(std::chrono::seconds(one.late_seconds)),
                             100 * one.remains),
                 mail_width, "");
  if (!one.hidden.empty())
    text += wrap("Some of the points are for checks that are not listed here.", mail_width, "");
  return text + '\n' + to_text(told, plain);
}

} // namespace

int command_feedback(const options& given) {
  const fs::path root = given.target.empty() ? "feedback" : given.target;
  std::set<std::string> students;
  for_each_stored_grade(given, [&](const stored_grade& each) {
    grade told = without_checks(each.result, each.hidden);
    told.file = each.lab + ".cu"; // not where it lies here
    told.notes.push_back(printable_line(origin_of(each)));
    const std::string page = to_html(nlohmann::json::parse(to_json_text(told)));
    const std::string mail = mail_of(each, told);
    for (const std::string& student : each.students) {
      const fs::path folder = root / term::file_name_for(student);
      fs::create_directories(folder);
      write_file(folder / (each.lab + ".html"), page);
      write_file(folder / (each.lab + ".txt"), mail);
      students.insert(student);
    }
  });
  fmt::print("{}: a folder for each of {} student{}, with a page and a text for each lab\n",
             printable_line(root.string()), students.size(), students.size() == 1 ? "" : "s");
  return 0;
}

} // namespace cudalab::grader
