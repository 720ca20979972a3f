// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The parts of the page that speak of the whole grading.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "grader/report/html/markup.h"

namespace cudalab::grader::html {

/// The head of a page of ours: its style, and that it loads and runs nothing.
markup head_of_page(const std::string& title);
/// "lab04: not yet, 20 of 90 points"
std::string page_title(const nlohmann::json& grade);
/// Heading, verdict, score, where it ran.
markup top_of_page(const nlohmann::json& grade);
/// The one thing to look at next, with a link to its check; empty when all is right.
markup what_next(const nlohmann::json& grade);
/// Every check in a line, linked to its section.
markup table_of_checks(const nlohmann::json& grade);
/// Notes, times, and the command that grades the same again.
markup about(const nlohmann::json& grade);

/// "✗ not right": how a check ended, for eyes and for a screen reader.
markup mark_of(const nlohmann::json& check);
/// Of a check's section.
std::string anchor_of(const std::string& check_id);
/// "20 of 90 points"
std::string points_of(const nlohmann::json& holder);

} // namespace cudalab::grader::html
