// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The grader with correctness checks only: it needs one compilation in place of two, and most
// mutants fail here.
#include <algorithm>
#include <string>
#include <variant>
#include <vector>

#include "grader/lab_modules.h"
#include "grader/main/command_line.h"

int main(int count, char** arguments) {
  using namespace cudalab::grader;
  std::vector<std::string> problems; // a mutant's own lab is asked for again, and refused then
  for (auto& [name, lab] : load_labs(problems))
    lab.checks.erase(std::remove_if(lab.checks.begin(), lab.checks.end(),
                                    [](const check_description& each) {
                                      return !std::holds_alternative<correctness_check>(each.what);
                                    }),
                     lab.checks.end());
  return main_of_tool(count, arguments, "");
}
