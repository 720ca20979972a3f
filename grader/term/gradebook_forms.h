// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The gradebook as other systems import it.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "grader/term/gradebook.h"
#include "grader/term/roster.h"

namespace cudalab::term {

struct form_settings {
  std::string form;                 ///< one of gradebook_forms()
  const roster* students = nullptr; ///< its columns of names and numbers are taken over
  std::string column;               ///< what the system calls the only lab; empty: the lab's name
  bool zero_for_missing = false;    ///< else who handed in nothing has an empty cell
};

/// "moodle", "canvas", "blackboard", "csv"
const std::vector<std::string>& gradebook_forms();

/// The students of one lab had different maxima: a column has one. what() says whose.
struct unequal_maxima : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The whole file. A lab is a column (of "csv": a line for each student and lab). Its maximum
/// belongs to the lab: it is the same whatever was handed in.
/// @throws unequal_maxima
std::string gradebook_in_form(const std::vector<grade_row>& rows, const form_settings& settings);

} // namespace cudalab::term
