// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// starter SOLUTION LAB_FOLDER: writes LAB_FOLDER/starter/labNN.cu, the pristine copy, and the
// working file LAB_FOLDER/labNN.cu unless somebody has worked in it.
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

#include "grader/course/starter.h"

namespace {

namespace fs = std::filesystem;

std::string read(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in)
    throw std::runtime_error("cannot be read");
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

void write(const fs::path& file, const std::string& text) {
  fs::create_directories(file.parent_path());
  std::ofstream out(file, std::ios::binary);
  if (!(out << text << std::flush))
    throw std::runtime_error(file.string() + " cannot be written");
  std::cout << file.string() << " written\n";
}

void generate(const fs::path& solution, const fs::path& lab_folder) {
  const std::string text = cudalab::course::make_starter(read(solution));
  const fs::path working = lab_folder / solution.filename();
  const fs::path pristine = lab_folder / "starter" / solution.filename();
  const bool untouched =
      !fs::exists(working) || (fs::exists(pristine) && read(working) == read(pristine));
  const auto bring_up_to_date = [&](const fs::path& file) {
    if (!fs::exists(file) || read(file) != text)
      write(file, text);
  };
  bring_up_to_date(pristine);
  if (untouched)
    bring_up_to_date(working);
  else if (read(working) != text)
    std::cout << working.string() << " holds somebody's work: left as it is\n";
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
