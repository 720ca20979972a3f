// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// All labs, how far each is, and which to take next.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "grader/cli/attempt.h"
#include "grader/lab.h"
#include "grader/report/terminal.h"

namespace cudalab::grader {

/// What a student made of a lab.
enum class lab_state {
  not_started, ///< the file is the starter, and has never passed
  in_progress,
  passed, ///< once: the file may have changed since
  no_file
};

std::string name_of(lab_state value); ///< "in progress"

struct lab_row {
  std::string name, title;
  lab_state state = lab_state::not_started;
  double points = 0; ///< of all checks: on a GPU
  int exercises = 0;
  std::optional<attempt> last, best;
  std::vector<std::string> builds_on, leads_to;
  bool solution_seen = false;
};

/// The row of each lab, but for what only the student's files tell (state, last, best).
std::vector<lab_row> rows_of(const std::map<std::string, lab_description>& labs);

/// The lab to take next: the first in order that has not passed. nullptr: all have. `after`: a
/// lab's name; one behind it is wanted, if there is one.
const lab_row* recommended(const std::vector<lab_row>& rows, const std::string& after = "");

/// A table, or two lines for each lab where the terminal is narrow; then what to do next.
std::string list_text(const std::vector<lab_row>& rows, const style& how);

/// {"labs": [{"lab": "lab01", "state": "passed", ...}], "next": "lab02"}; next is null when all
/// have passed.
nlohmann::ordered_json list_json(const std::vector<lab_row>& rows);

} // namespace cudalab::grader
