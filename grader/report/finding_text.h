// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// A finding as it is shown in a terminal.
#pragma once

#include <string>
#include <vector>

#include "grader/report/terminal.h"
#include "grader/result.h"

namespace cudalab::grader {

/// "Race on shared memory: Mds[3][0]", "warning: Memory never freed"
std::string headline_with_severity(const finding& one);

/// Headline, who did what at which line, the source around each line, count and remedy. Each line
/// begins with `indent`.
std::string render_finding(const finding& one, const std::vector<quoted_file>& sources,
                           const style& how, const std::string& indent);

/// The line of a file with its neighbours, numbered, that line marked; empty when it is not quoted.
std::string render_source(const std::vector<quoted_file>& sources, const std::string& file,
                          int line, const style& how, const std::string& indent);

} // namespace cudalab::grader
