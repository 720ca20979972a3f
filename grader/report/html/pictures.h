// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The pictures of a check and of a finding. A picture is drawn from the grade's document and
/// nothing else; where that lacks what a picture needs, it gives nothing: nothing is made up.
///
/// To add one: a function in a file of its own, declared here and named in pictures.cpp.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "grader/report/html/markup.h"

namespace cudalab::grader::html {

struct check_view {
  const nlohmann::json& grade;
  const nlohmann::json& check;
  std::string id; ///< begins every id that the picture gives: unique in the page
};

/// cells.cpp: wrong results as a map, with the first differences.
markup cells_picture(const check_view& view);

/// All pictures of a check that have something to show.
markup pictures_of(const check_view& view);

struct finding_view {
  const nlohmann::json& grade;
  const nlohmann::json& finding;
  std::string id;
};

/// race.cpp: the two threads, time downwards, and the barriers that are and are not between them.
markup race_picture(const finding_view& view);
/// access.cpp: an allocation or array, and where beside or in it the access fell.
markup access_picture(const finding_view& view);

/// The same of one finding.
markup pictures_of(const finding_view& view);

/// A figure: the drawing with what it shows in words below it.
markup figure(const markup& drawing, const markup& caption);

} // namespace cudalab::grader::html
