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

/// draw/traffic.cpp: each line's sectors and passes, and one request of the worst.
markup traffic_picture(const check_view& view);
/// draw/speed.cpp: the ratios of all pairs, their interval, and what is wanted.
markup speed_picture(const check_view& view);
/// draw/roofline.cpp: what the device allows, and how much of it the kernel reaches.
markup roofline_picture(const check_view& view);
/// draw/timeline.cpp: when copies and kernels run, where a check's details hold such a timeline.
markup timeline_picture(const check_view& view);
/// draw/lab_picture.cpp: what the lab shows of the check's cases, or of the whole grading.
markup pictures_of_lab(const check_view& view);
markup pictures_of_lab(const nlohmann::json& grade);

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
