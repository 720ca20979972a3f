// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Runs calls of the program that misbehaves, and looks at what is left of it.
#pragma once

#include <string>
#include <vector>

#include "grader/run/case_runner.h"

namespace cudalab::grader {

/// The numbers that "d_in" holds; a good call writes twice as much to "d_out".
inline const std::vector<float> fault_inputs{1, 2, 3};

/// Limits that only the fault itself can reach, however slow the machine is.
inline run_options patient() {
  run_options options;
  options.allowed.wall = std::chrono::minutes(2);
  return options;
}

/// One case for each function, in one worker as long as it lives.
std::vector<case_outcome> run_faults(const std::vector<std::string>& functions,
                                     run_options options = patient());

/// A good call's outputs.
bool is_right(const case_outcome& outcome);

/// Processes, dead ones too, that descend from this one.
std::size_t processes_left();

} // namespace cudalab::grader
