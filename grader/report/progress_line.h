// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// One line on standard error that says what is being done, while it is being done.
#pragma once

#include <string>

#include "grader/report/terminal.h"

namespace cudalab::grader {

/// Silent when standard error is no terminal.
class progress_line {
public:
  progress_line();
  ~progress_line(); ///< wipes the line
  progress_line(const progress_line&) = delete;
  progress_line& operator=(const progress_line&) = delete;

  void show(const std::string& step);
  void wipe();

private:
  bool terminal_;
  style how_;
  bool shown_ = false;
};

} // namespace cudalab::grader
