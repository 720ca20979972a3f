// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Lines of the graded file, as the document quotes them.
#pragma once

#include <map>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "grader/report/html/markup.h"

namespace cudalab::grader::html {

/// All lines of the file that are quoted, by number.
std::map<int, std::string> quoted_lines(const nlohmann::json& grade, const std::string& file);

/// The line with `around` lines before and after it, numbered, that line marked; empty when the
/// document does not quote it.
markup source_view(const nlohmann::json& grade, const std::string& file, int line, int around = 2);

/// "lab04.cu:41"; empty without a line.
std::string short_place(const std::string& file, int line);

} // namespace cudalab::grader::html
