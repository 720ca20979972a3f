// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The pictures that a lab adds to its checks: one function for each `kind` of docs/grade.md. What
/// cannot be drawn gives nothing.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "grader/report/html/markup.h"

namespace cudalab::grader::html {

markup draw_bars(const nlohmann::json& data, const std::string& id);
markup draw_frames(const nlohmann::json& data, const std::string& id);
markup draw_image(const nlohmann::json& data, const std::string& id);
markup draw_tree(const nlohmann::json& data, const std::string& id);

/// All of a list, each under its title; of an unknown kind nothing.
markup draw_lab_pictures(const nlohmann::json& pictures, const std::string& id,
                         const char* heading = "h4");

} // namespace cudalab::grader::html
