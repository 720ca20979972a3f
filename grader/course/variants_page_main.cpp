// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// variants_page SOLUTIONS PAGE [--check]: writes the page; with --check only says whether it is
// what it must be.
#include <fstream>
#include <iostream>
#include <sstream>

#include "grader/course/variants_page.h"

int main(int count, char** arguments) {
  const bool check = count == 4 && std::string(arguments[3]) == "--check";
  if (count != 3 && !check) {
    std::cerr << "usage: variants_page SOLUTIONS PAGE [--check]\n";
    return 2;
  }
  try {
    const std::string wanted = cudalab::course::variants_page(arguments[1]);
    std::ostringstream present;
    present << std::ifstream(arguments[2]).rdbuf();
    if (present.str() == wanted)
      return 0;
    if (check) {
      std::cerr << arguments[2] << " is out of date: build the target variants_page\n";
      return 1;
    }
    if (!(std::ofstream(arguments[2]) << wanted << std::flush))
      throw std::runtime_error(std::string(arguments[2]) + " cannot be written");
    return 0;
  } catch (const std::exception& problem) {
    std::cerr << problem.what() << '\n';
    return 1;
  }
}
