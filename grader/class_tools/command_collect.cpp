// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <algorithm>

#include <fmt/format.h>

#include "grader/class_tools/commands.h"
#include "grader/class_tools/hand_ins.h"
#include "grader/cli/lab_files.h"

namespace cudalab::grader {

int command_collect(const options& given) {
  const lab_description& lab = find_lab(given.lab);
  const named_hand_ins all = read_named_hand_ins(lab, given);
  term::tell_collection(all.found, lab.name, given.hand_ins,
                        [](const std::string& part) { fmt::print("{}", part); });
  fmt::print("\nNothing was changed.\n");
  const auto& found = all.found.hand_ins;
  return std::all_of(found.begin(), found.end(), [](const auto& one) { return one.graded(); }) ? 0
                                                                                               : 1;
}

} // namespace cudalab::grader
