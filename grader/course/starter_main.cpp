// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// starter SOLUTION.cu LAB_FOLDER: writes the starter, LAB_FOLDER/labNN.cu, unless somebody works in
// that file: what differs from the last commit stays.
#include <cstdlib>
#include <filesystem>
#include <iostream>

#include "grader/course/grade_file.h"
#include "grader/files/write_file.h"
#include "grader/reference/starter.h"

namespace {

namespace fs = std::filesystem;
using namespace cudalab;

bool is_as_committed(const fs::path& file) {
  const std::string command = "git -C " + course::quoted(file.parent_path()) +
                              " diff --quiet HEAD -- " + course::quoted(file.filename()) +
                              " 2>/dev/null";
  return std::system(command.c_str()) == 0;
}

void generate(const fs::path& solution, const fs::path& lab_folder) {
  const std::string text = reference::make_starter(course::read_text(solution));
  const fs::path file = lab_folder / solution.filename();
  if (fs::exists(file) && course::read_text(file) == text)
    return;
  if (fs::exists(file) && !is_as_committed(file)) {
    std::cout << file.string() << " holds somebody's work: left as it is\n";
    return;
  }
  grader::write_file(file, text);
  std::cout << file.string() << " written\n";
}

} // namespace

int main(int count, char** arguments) {
  if (count != 3) {
    std::cerr << "usage: starter SOLUTION.cu LAB_FOLDER\n";
    return 2;
  }
  try {
    generate(arguments[1], arguments[2]);
    return 0;
  } catch (const std::exception& problem) {
    std::cerr << arguments[1] << ": " << problem.what() << '\n';
    return 1;
  }
}
