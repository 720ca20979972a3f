// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <filesystem>

#include <fmt/format.h>

#include "grader/class_tools/commands.h"
#include "grader/class_tools/statistics_page.h"
#include "grader/cli/lab_files.h"
#include "grader/files/write_file.h"
#include "grader/printable.h"
#include "grader/term/gradebook.h"
#include "grader/term/results_folder.h"

namespace cudalab::grader {

namespace {

namespace fs = std::filesystem;

/// When each attempt was handed in, those that do not count too.
std::vector<std::int64_t> times_of(const fs::path& root, const std::string& lab) {
  std::vector<std::int64_t> times;
  const nlohmann::json plan =
      term::read_document(term::results_folder(root, lab).plan(), term::plan_schema);
  if (plan.is_null() || !plan.contains("hand_ins"))
    return times;
  for (const nlohmann::json& each : plan.at("hand_ins"))
    if (each.is_object() && each.contains("handed_in") && each.at("handed_in").is_number_integer())
      times.push_back(each.at("handed_in").get<std::int64_t>());
  return times;
}

} // namespace

int command_statistics(const options& given) {
  const fs::path file = given.target.empty() ? "statistics.html" : given.target;
  check_output_file("--out", file);
  std::map<std::string, lab_statistics> labs;
  std::size_t count = 0;
  for_each_stored_grade(given, [&](const stored_grade& each) {
    labs[each.lab].add(each);
    ++count;
  });
  term::for_each_grade(given.grades, [&](const term::grade_row& row) {
    if (const auto found = labs.find(row.lab); found != labs.end()) {
      found->second.due = row.due;
      if (row.state != "graded")
        ++found->second.not_graded[row.state];
    }
  });
  std::vector<lab_statistics> sorted;
  for (auto& [lab, one] : labs) {
    one.handed_in = times_of(given.grades, lab);
    sorted.push_back(one);
  }
  write_file(file, statistics_page(sorted, given.names));
  fmt::print("{}: {} hand-in{}\n", printable_line(file.string()), count, count == 1 ? "" : "s");
  return 0;
}

} // namespace cudalab::grader
