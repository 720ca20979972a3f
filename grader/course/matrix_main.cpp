// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// matrix GRADER BACKEND SCRATCH_FOLDER SOLUTION.cu [VARIANT...]: grades the solution and its
// variants, all of them or those named, and prints which check each of them fails, as a table.
//
//   .  passed    F  failed, as its head says    f  failed besides
//   b  blocked by a failed check    -  skipped    !  failed without being announced
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <utility>

#include <fmt/format.h>

#include "grader/course/grade_file.h"
#include "grader/reference/variants.h"

namespace {

namespace fs = std::filesystem;
using namespace cudalab::course;
using namespace cudalab::reference;

char symbol(const nlohmann::json& check, const promise& expected) {
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

/// True when the variant does what its head says. Where it says nothing of this backend, all is
/// good.
bool as_announced(const variant& one, const grading& result) {
  if (one.right)
    return result.exit_code == 0;
  return !one.head.must_fail_on(result.grade.at("backend").get<std::string>()) ||
         complaints(one.head, result.grade).empty();
}

bool print_row(const variant& one, const grading& result) {
  std::cout << fmt::format("{:<34}", one.name);
  for (const auto& check : result.grade.at("checks"))
    std::cout << fmt::format("{:>3}", symbol(check, one.head));
  const bool good = as_announced(one, result);
  std::cout << (good ? "" : "   <- not as announced") << std::endl;
  return good;
}

/// The reference itself is graded as a right variant that changes nothing.
std::vector<variant> chosen_variants(const solution& reference, const std::vector<variant>& all,
                                     int count, char** names) {
  std::vector<variant> chosen(1);
  chosen[0].name = reference.lab;
  chosen[0].right = true;
  if (count == 0)
    chosen.insert(chosen.end(), all.begin(), all.end());
  for (int i = 0; i < count; ++i) {
    const variant* found = find_variant(all, names[i]);
    if (found == nullptr)
      throw std::runtime_error(reference.folder + " has no variant " + names[i]);
    chosen.push_back(*found);
  }
  return chosen;
}

/// @return whether all did what their heads say
bool print_matrix(const fs::path& grader, const std::string& backend, const fs::path& scratch,
                  const solution& reference, int count, char** names) {
  const std::vector<variant> all = variants_of(reference);
  bool good = true, first = true;
  for (const variant& one : chosen_variants(reference, all, count, names)) {
    try {
      const fs::path file = write_solution(with_variant(reference, all, one), scratch / one.name);
      const grading result =
          grade_file(grader, reference.lab, file, backend, scratch / (one.name + "_grade"));
      if (std::exchange(first, false))
        print_head(result.grade.at("checks"));
      good = print_row(one, result) && good;
    } catch (const std::exception& problem) {
      std::cout << fmt::format("{:<34}   {}", one.name, problem.what()) << std::endl;
      good = false;
    }
  }
  return good;
}

} // namespace

int main(int count, char** arguments) {
  if (count < 5) {
    std::cerr << "usage: matrix GRADER BACKEND SCRATCH_FOLDER SOLUTION.cu [VARIANT...]\n";
    return 2;
  }
  try {
    return print_matrix(arguments[1], arguments[2], arguments[3], read_solution(arguments[4]),
                        count - 5, arguments + 5)
               ? 0
               : 1;
  } catch (const std::exception& problem) {
    std::cerr << problem.what() << '\n';
    return 2;
  }
}
