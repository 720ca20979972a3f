// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <filesystem>
#include <random>

#include <fmt/format.h>

#include "grader/class_tools/commands.h"
#include "grader/class_tools/term_files.h"
#include "grader/cli/lab_files.h"
#include "grader/cli/usage_error.h"
#include "grader/files/write_file.h"
#include "grader/printable.h"

namespace cudalab::grader {

namespace {

void write_new_course(const std::string& file) {
  std::error_code ignored;
  if (std::filesystem::symlink_status(file, ignored).type() !=
      std::filesystem::file_type::not_found)
    throw usage_error(fmt::format("{} is there already, and stays as it is.", file));
  check_output_file("course new", file);
  std::random_device source;
  write_file(file, term::new_course(checks_of_labs(), std::uint64_t{source()} % 1'000'000'000));
  fmt::print("{} is written. Look through it, then: course check {}\n", printable_line(file),
             printable_line(file));
}

} // namespace

int command_course(const options& given) {
  if (given.action == "new") {
    write_new_course(given.course);
    return 0;
  }
  term::course one = read_course_file(given.course);
  read_roster_of(one, given.course);
  if (given.action == "check")
    fmt::print("{}: nothing wrong; {} labs.\n", printable_line(given.course), one.labs.size());
  else
    fmt::print("{}", printable(term::course_text(one, checks_of_labs())));
  return 0;
}

} // namespace cudalab::grader
