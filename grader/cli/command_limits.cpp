// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <filesystem>
#include <stdexcept>

#include <fmt/format.h>

#include "grader/bench/limits.h"
#include "grader/cli/commands.h"
#include "grader/cli/lab_files.h"
#include "grader/cli/usage_error.h"
#include "grader/files/read_text.h"
#include "grader/files/write_file.h"
#include "grader/lab_modules.h"
#include "grader/printable.h"

namespace cudalab::grader {

namespace {

namespace fs = std::filesystem;

measured_lab read_measured(const std::string& file) {
  try {
    return {file, parse_story(read_regular_file(file, largest_own_file))};
  } catch (const unreadable_file& why) {
    throw usage_error(fmt::format("{} {}.", printable_line(file), why.what()));
  } catch (const std::runtime_error& why) {
    throw usage_error(fmt::format("{} is not what './lab bench LAB --json FILE' writes: {}",
                                  printable_line(file), printable_line(why.what())));
  }
}

} // namespace

int command_limits(const options& given) {
  const fs::path page = given.report;
  if (page.extension() != ".md")
    throw usage_error(fmt::format("{} is not the name of a page: it must end with .md.",
                                  printable_line(given.report)));
  check_output_file("limits", page);
  std::vector<measured_lab> labs;
  for (const std::string& file : given.measured)
    labs.push_back(read_measured(file));
  try {
    labs = in_order(std::move(labs));
  } catch (const std::runtime_error& why) {
    throw usage_error(why.what());
  }
  const std::string name = page.stem().string(), plots = plot_name(name);
  std::vector<std::string> all_labs;
  for (const auto& [lab, folder] : lab_folders())
    all_labs.push_back(lab);
  const limits_page made = page_of_limits(labs, all_labs, name);
  const fs::path fractions = page.parent_path() / (plots + "_fractions.svg"),
                 roofline = page.parent_path() / (plots + "_roofline.svg");
  write_file(fractions, made.fractions_svg);
  write_file(roofline, made.roofline_svg);
  write_file(page, made.markdown);
  fmt::print("{}\n{}\n{}\n", short_path(page), short_path(fractions), short_path(roofline));
  return 0;
}

} // namespace cudalab::grader
