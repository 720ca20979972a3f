// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/class_tools/term_files.h"

#include <stdexcept>

#include <fmt/format.h>

#include "grader/cli/usage_error.h"
#include "grader/files/read_text.h"
#include "grader/lab_modules.h"

namespace cudalab::grader {

term::known_labs checks_of_labs() {
  term::known_labs known;
  std::vector<std::string> problems; // a lab that is not built: the course may do without it
  for (const auto& [name, lab] : load_labs(problems))
    for (const check_description& check : lab.checks)
      known[name][check.id] = {check.points, std::holds_alternative<speed_check>(check.what),
                               check.bonus};
  for (const std::string& each : problems)
    if (known.empty() || each.rfind("own_checks/", 0) == 0)
      throw std::runtime_error(each);
  return known;
}

term::course read_course_file(const std::filesystem::path& file) {
  try {
    return term::read_course(read_regular_file(file, largest_own_file), file.string(),
                             checks_of_labs());
  } catch (const unreadable_file& problem) {
    throw usage_error(
        fmt::format("{} {}. 'course new' writes one.", file.string(), problem.what()));
  } catch (const term::wrong_course& problem) {
    throw usage_error(problem.what());
  }
}

std::optional<term::roster> read_roster_file(const std::filesystem::path& file) {
  if (file.empty())
    return {};
  try {
    return term::roster(read_regular_file(file, largest_own_file), file.string());
  } catch (const unreadable_file& problem) {
    throw usage_error(fmt::format("{} {}.", file.string(), problem.what()));
  } catch (const term::wrong_roster& problem) {
    throw usage_error(problem.what());
  }
}

std::optional<term::roster> read_roster_of(term::course& one, const std::filesystem::path& course,
                                           const std::filesystem::path& instead) {
  std::filesystem::path file = instead;
  if (file.empty() && !one.roster.empty())
    file = course.parent_path() / one.roster;
  std::optional<term::roster> students = read_roster_file(file);
  try {
    if (students)
      term::name_by_roster(one, *students, course.string());
  } catch (const term::wrong_course& problem) {
    throw usage_error(problem.what());
  }
  return students;
}

} // namespace cudalab::grader
