// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What is different since the last try: that is what a student wants to know first.
#pragma once

#include <optional>
#include <string>

#include "grader/cli/attempt.h"
#include "grader/report/terminal.h"
#include "grader/result.h"

namespace cudalab::grader {

/// What came before a grading.
struct earlier_tries {
  std::optional<attempt> last;
  std::optional<attempt> compiled; ///< the last one that compiled, to compare checks with
};

/// The tries before the next one.
void add_try(earlier_tries& tries, const attempt& one);

/// Points and the checks that pass now or no longer, then the one thing to look at next. `clock`:
/// "18:20:03", for the first line.
std::string changes_text(const earlier_tries& before, const grade& now, const std::string& clock,
                         const style& how);

} // namespace cudalab::grader
