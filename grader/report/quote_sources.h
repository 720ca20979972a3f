// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The lines of source that a grade speaks of become part of it, so that it can be read without the
/// file.
#pragma once

#include <filesystem>

#include "grader/result.h"

namespace cudalab::grader {

/// Fills `result.sources`: each line that a finding, the compiler or a count names, with its
/// neighbours; of a race what stands between its two lines.
/// Only of `submission` and of headers in `given` (folders, with all below them). A finding is what
/// the student's program says it is: it must not be able to name any file and see it quoted.
void quote_sources(grade& result, const std::filesystem::path& submission,
                   const std::vector<std::filesystem::path>& given);

} // namespace cudalab::grader
