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

namespace cudalab::grader {

/// One stage, or that all were seen or none is needed; `progress` remembers it, unsaved. `given`:
/// exercise and stage count. @throws usage_error when there is no such hint
std::string give_hint(const lab& one, const options& given, const style& how,
                      progress_file& progress);

} // namespace cudalab::grader
