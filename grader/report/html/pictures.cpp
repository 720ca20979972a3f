// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/report/html/pictures.h"

#include <vector>

#include <nlohmann/json.hpp>

namespace cudalab::grader::html {

namespace {

/// In the order in which they stand in a check.
const std::vector<markup (*)(const check_view&)> of_checks = {cells_picture,    pictures_of_lab,
                                                              timeline_picture, traffic_picture,
                                                              speed_picture,    roofline_picture};
const std::vector<markup (*)(const finding_view&)> of_findings = {race_picture, access_picture};

template <class View>
markup all(const std::vector<markup (*)(const View&)>& pictures, const View& view) {
  markup result;
  for (std::size_t i = 0; i < pictures.size(); ++i) {
    View own = view;
    own.id += "-" + std::to_string(i);
    try {
      result += pictures[i](own);
    } catch (const nlohmann::json::exception&) {
      // A document of another version: the rest of the page still says what is wrong.
      result += element("p", {{"class", "soft"}},
                        text("A picture is missing here: the grade does not have its data."));
    }
  }
  return result;
}

} // namespace

markup pictures_of(const check_view& view) {
  return all(of_checks, view);
}

markup pictures_of(const finding_view& view) {
  return all(of_findings, view);
}

markup figure(const markup& drawing, const markup& caption) {
  return element("figure",
                 element("div", {{"class", "scroll"}}, drawing) + element("figcaption", caption));
}

} // namespace cudalab::grader::html
