// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// variants_page SOLUTIONS PAGE: writes the page.
#include <iostream>

#include "grader/course/variants_page.h"
#include "grader/files/write_file.h"

int main(int count, char** arguments) {
  if (count != 3) {
    std::cerr << "usage: variants_page SOLUTIONS PAGE\n";
    return 2;
  }
  try {
    cudalab::grader::write_file(arguments[2], cudalab::course::variants_page(arguments[1]));
    return 0;
  } catch (const std::exception& problem) {
    std::cerr << problem.what() << '\n';
    return 1;
  }
}
