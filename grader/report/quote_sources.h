// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The lines of source that a grade speaks of become part of it, so that it can be read without the
/// file.
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "grader/result.h"

namespace cudalab::grader {

/// Fills `result.sources`: each line that a finding, the compiler or a count names, with its
/// neighbours; of a race what stands between its two lines.
/// @param submission the student's file and headers as they were read, by their absolute names
/// @param given folders whose headers, with all below them, are quoted too. Nothing else is: a
/// finding is what the student's program says it is, and must not be able to name any file and see
/// it quoted.
void quote_sources(grade& result, const std::map<std::string, std::string>& submission,
                   const std::vector<std::filesystem::path>& given);

} // namespace cudalab::grader
