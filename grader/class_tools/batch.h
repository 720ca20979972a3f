// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The grading of many hand-ins, wherever they come from.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "grader/class_tools/hand_ins.h"

namespace cudalab::grader {

struct batch_input {
  named_hand_ins all;
  term::assignment asked;                     ///< where no course says it
  std::map<std::string, std::uint64_t> seeds; ///< by owner; others get the course's
  bool silent = false;                        ///< does not list the hand-ins
};

/// Grades into `given.out` what is not graded there yet, and writes its gradebook. Gives the exit
/// code of `batch`. @throws usage_error
int run_batch(const lab_description& lab, const options& given, batch_input input);

} // namespace cudalab::grader
