// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <filesystem>
#include <set>

#include <fmt/format.h>

#include "grader/class_tools/commands.h"
#include "grader/class_tools/similarity_page.h"
#include "grader/class_tools/stored_grades.h"
#include "grader/cli/lab_files.h"
#include "grader/cli/usage_error.h"
#include "grader/files/read_text.h"
#include "grader/files/write_file.h"
#include "grader/printable.h"
#include "grader/term/gradebook.h"
#include "grader/term/results_folder.h"

namespace cudalab::grader {

namespace {

namespace fs = std::filesystem;

/// The files that batch kept, one of each student or group.
std::vector<compared_file> kept_files(const fs::path& grades, const std::string& lab) {
  const term::results_folder folder(grades, lab);
  std::vector<compared_file> all;
  std::set<std::string> seen;
  for (const term::grade_row& row : term::read_grades(grades)) {
    const fs::path file = folder.copy_of(row.owner);
    if (row.lab != lab || !fs::exists(file) || !seen.insert(row.owner).second)
      continue;
    all.push_back({row.owner, row.name, read_regular_file(file, largest_own_file)});
  }
  return all;
}

/// The starter, and what else of the lab's folder a student could copy.
std::vector<std::string> given_files(const lab_description& lab) {
  std::vector<std::string> all{starter_text(lab)};
  for (const fs::directory_entry& each : fs::directory_iterator(lab_folder(lab))) {
    const fs::path& file = each.path();
    if ((file.extension() == ".h" || file.extension() == ".cu") && file != student_file(lab))
      all.push_back(read_regular_file(file, largest_own_file));
  }
  return all;
}

std::string as_csv(const similarity_report& of) {
  const auto cell = [](const std::string& text) {
    std::string quoted = "\"";
    for (const char c : text)
      quoted += c == '"' ? "\"\"" : std::string(1, c);
    return quoted + '"';
  };
  std::string lines = "lab,one,other,share\n";
  for (const similar_pair& each : of.found.pairs)
    lines += fmt::format("{},{},{},{:.4f}\n", of.lab, cell(of.files[each.a].owner),
                         cell(of.files[each.b].owner), each.share);
  return lines;
}

} // namespace

int command_similarity(const options& given) {
  const lab_description& lab = find_lab(given.lab);
  check_grades_folder(given.grades);
  const fs::path file = given.target.empty() ? "similarity.html" : given.target;
  check_output_file("--out", file);
  check_output_file("--csv", given.csv);
  similarity_report report{lab.name, lab.title, {}, {}, given.from_percent / 100.0};
  if (fs::is_directory(fs::path(given.grades) / lab.name))
    report.files = kept_files(given.grades, lab.name);
  if (report.files.size() < 2)
    throw usage_error(fmt::format("{} holds {} of {}. Two are needed; 'batch' keeps them.",
                                  given.grades, report.files.empty() ? "no file" : "one file",
                                  lab.name));
  std::vector<std::string> texts;
  for (const compared_file& each : report.files)
    texts.push_back(each.text);
  try {
    report.found = find_similar(texts, given_files(lab));
  } catch (const no_comparison& problem) {
    throw usage_error(problem.what());
  }
  write_file(file, similarity_page(report));
  if (!given.csv.empty())
    write_file(given.csv, as_csv(report));
  std::size_t count = 0;
  for (const similar_pair& each : report.found.pairs)
    if (each.share >= report.from) {
      if (++count <= 10)
        fmt::print("{:3.0f} %  {}\n", each.share * 100,
                   printable_line(words_for(report.files[each.a]) + ", " +
                                  words_for(report.files[each.b])));
    }
  if (count > 10)
    fmt::print("and {} more\n", count - 10);
  fmt::print("{}: {} file{}, {} pair{} to look at. Evidence, and no verdict: read both files.\n",
             printable_line(file.string()), report.files.size(),
             report.files.size() == 1 ? "" : "s", count, count == 1 ? "" : "s");
  return 0;
}

} // namespace cudalab::grader
