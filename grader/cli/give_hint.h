// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The next hint, in words.
#pragma once

#include <string>

#include "grader/cli/options.h"
#include "grader/cli/progress_file.h"
#include "grader/lab.h"
#include "grader/report/terminal.h"
#include "grader/result.h"

namespace cudalab::grader {

/// One stage, or that all were seen or none is needed; `progress` remembers it, unsaved. `given`:
/// exercise and stage count. @throws usage_error when there is no such hint
std::string give_hint(const lab_description& one, const options& given, const style& how,
                      progress_file& progress);

/// The first exercise with a check that did not pass; 0: all did, or the file did not even compile.
int first_open(const grade& result);

/// The same after a grading with --exercise: the first of these that did not pass. When all did,
/// the exercise after them is next, as long as hints begin at one of them (`before`; 0: it is not
/// known where), and none when the whole lab has passed before.
int open_after_part(const grade& result, const lab_description& whole, int before,
                    bool whole_passed);

} // namespace cudalab::grader
