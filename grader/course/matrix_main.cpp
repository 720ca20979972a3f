// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// course_matrix GRADER LAB BACKEND SCRATCH_FOLDER FILE...: grades the files and prints which check
// each of them fails, as a table.
//
//   .  passed    F  failed, as its first line says    f  failed besides
//   b  blocked by a failed check    -  skipped    !  failed without being announced
#include <algorithm>
#include <filesystem>
#include <iostream>

#include <fmt/format.h>

#include "grader/course/grade_file.h"
#include "grader/course/variant.h"

namespace {

namespace fs = std::filesystem;
using namespace cudalab::course;

char symbol(const nlohmann::json& check, const variant& expected) {
  const std::string id = check.at("id"), status = check.at("status");
  if (status == "pass" || status == "skipped")
    return status == "pass" ? '.' : '-';
  if (!check.value("blocked_by", "").empty())
    return 'b';
  if (id == expected.check)
    return 'F';
  return std::count(expected.also.begin(), expected.also.end(), id) != 0 ? 'f' : '!';
}

void print_head(const nlohmann::json& checks) {
  int number = 0;
  for (const auto& check : checks)
    std::cout << fmt::format("{:2} {}\n", ++number, check.at("id").get<std::string>());
  std::cout << fmt::format("\n{:<34}", "");
  for (int i = 1; i <= number; ++i)
    std::cout << fmt::format("{:>3}", i);
  std::cout << '\n';
}

/// True when the file does what its head says.
bool print_row(const fs::path& file, const grading& result) {
  variant expected;
  const std::string text = read_text(file);
  if (text.find("// FAILS") == 0)
    expected = parse_variant(text);
  std::cout << fmt::format("{:<34}", file.stem().string());
  for (const auto& check : result.grade.at("checks"))
    std::cout << fmt::format("{:>3}", symbol(check, expected));
  const bool must_fail = !expected.check.empty() &&
                         expected.must_fail_on(result.grade.at("backend").get<std::string>());
  const bool good = must_fail ? complaints(expected, result.grade).empty() : result.exit_code == 0;
  std::cout << (good ? "" : "   <- not as announced") << std::endl;
  return good;
}

} // namespace

int main(int count, char** arguments) {
  if (count < 6) {
    std::cerr << "usage: course_matrix GRADER LAB BACKEND SCRATCH_FOLDER FILE...\n";
    return 2;
  }
  bool good = true;
  for (int i = 5; i < count; ++i) {
    const fs::path file = arguments[i];
    try {
      const grading result = grade_file(arguments[1], arguments[2], file, arguments[3],
                                        fs::path(arguments[4]) / file.stem());
      if (i == 5)
        print_head(result.grade.at("checks"));
      good = print_row(file, result) && good;
    } catch (const std::exception& problem) {
      std::cout << fmt::format("{:<34}   {}", file.stem().string(), problem.what()) << std::endl;
      good = false;
    }
  }
  return good ? 0 : 1;
}
