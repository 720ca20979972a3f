// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <fmt/format.h>
#include <unistd.h>

#include "grader/cli/commands.h"
#include "grader/cli/lab_files.h"
#include "grader/cli/student_progress.h"
#include "grader/cli/usage_error.h"
#include "grader/report/wrap.h"
#include "grader/run/find_program.h"
#include "grader/run/run_tool.h"

namespace cudalab::grader {

namespace {

namespace fs = std::filesystem;

/// "12-17, 49-77": the lines between the marks around what a student writes.
std::string marked_lines(const fs::path& solution) {
  std::ifstream stream(solution);
  std::string text, ranges;
  int number = 0, begin = 0;
  while (std::getline(stream, text)) {
    ++number;
    if (text.find("// BEGIN SOLUTION") != std::string::npos)
      begin = number + 1;
    if (text.find("// END SOLUTION") != std::string::npos)
      ranges += fmt::format("{}{}-{}", ranges.empty() ? "" : ", ", begin, number - 1);
  }
  return ranges;
}

void show_difference(const fs::path& mine, const fs::path& reference) {
  if (!fs::exists(mine))
    throw usage_error(fmt::format("there is no file {} to compare.", short_path(mine)));
  const std::string diff = find_program("diff");
  if (diff.empty())
    throw usage_error("--diff needs the program diff, which is not installed. To install it: "
                      "sudo apt-get install diffutils");
  const tool_result told =
      run_tool({{diff, "-u", "--label", "yours: " + short_path(mine), "--label",
                 "reference: " + short_path(reference), mine.string(), reference.string()},
                {}});
  if (told.exit_status == 0) {
    fmt::print("Your file is exactly the same as the reference solution.\n");
    return;
  }
  if (told.exit_status != 1)
    throw std::runtime_error("diff could not compare the two files: " + told.output);
  const style how = style_for(STDOUT_FILENO);
  std::istringstream lines(told.output);
  for (std::string line; std::getline(lines, line);) {
    const tint colour = line[0] == '+'   ? tint::good
                        : line[0] == '-' ? tint::bad
                        : line[0] == '@' ? tint::faint
                                         : tint::none;
    fmt::print("{}\n", tinted(how, colour, shown(how, line)));
  }
}

void tell_where(const lab_description& one, const fs::path& reference, const style& how) {
  const std::string marked = marked_lines(reference);
  fmt::print("{}",
             wrap(fmt::format("The reference solution of {}: {}", one.name, short_path(reference)),
                  how.width, "", "  "));
  if (!marked.empty())
    fmt::print("{}", wrap(fmt::format("What you were to write is in its lines {}. The rest is as "
                                      "in your file.",
                                      marked),
                          how.width));
  fmt::print("\nHow it differs from yours:  ./lab solution {} --diff\n"
             "What the grader says:       ./lab grade {} --solution\n",
             one.name, one.name);
  if (const fs::path variants = reference.parent_path() / "variants.md"; fs::exists(variants))
    fmt::print("{}", wrap(fmt::format("The same with one mistake each, to read and to grade "
                                      "(./lab grade {} --variant NAME): {}",
                                      one.name, short_path(variants)),
                          how.width));
  fmt::print("Your own file was not changed.\n");
}

/// Not an error, but not what was asked for either.
int tell_not_yet(const lab_description& one, const std::optional<attempt>& best, const style& how) {
  const std::string so_far =
      best ? fmt::format("{} has not passed yet (your best: {} points)", one.name, score_of(*best))
           : fmt::format("{} has not been graded yet", one.name);
  fmt::print("{}\n{}",
             wrap(so_far + ". The reference solution is shown when it has: you learn more "
                           "from it when you can compare it with your own.",
                  how.width),
             fmt::format("Grade your file:        ./lab grade {0}\n"
                         "The next hint:          ./lab hint {0}\n"
                         "See it now:             ./lab solution {0} --give-up\n",
                         one.name));
  return 1;
}

} // namespace

int command_solution(const options& given) {
  const lab_description& one = find_lab(given.lab);
  const fs::path reference = solution_file(one);
  if (!fs::exists(reference))
    throw usage_error(
        fmt::format("The reference solutions are not part of this copy of the course (there is no "
                    "{}).\nAsk your teacher for them, or the person who gave you this copy. "
                    "./lab hint {} helps, too.",
                    short_path(reference), one.name));
  const style how = style_for(STDOUT_FILENO);
  progress_file progress = own_progress();
  const auto best = progress.best(one.name);
  const bool passed = best && best->passed();
  int code = 0;
  if (!passed && !given.give_up && !progress.solution_seen(one.name)) {
    code = tell_not_yet(one, best, how);
  } else {
    if (given.diff)
      show_difference(student_file(one), reference);
    else
      tell_where(one, reference, how);
    if (!passed && !progress.solution_seen(one.name)) {
      progress.set_solution_seen(one.name, utc_now());
      progress.save();
    }
  }
  tell_complaint(progress);
  return code;
}

} // namespace cudalab::grader
