// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/report/html/draw/lab_picture.h"

#include <map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "grader/report/html/draw/numbers.h"
#include "grader/report/html/pictures.h"

namespace cudalab::grader::html {

markup draw_lab_pictures(const nlohmann::json& pictures, const std::string& id,
                         const char* heading) {
  static const std::map<std::string, markup (*)(const nlohmann::json&, const std::string&)> kinds =
      {{"bars", draw_bars}, {"frames", draw_frames}, {"image", draw_image}, {"tree", draw_tree}};
  markup all;
  int number = 0;
  for (const nlohmann::json& each : pictures) {
    const auto kind = kinds.find(text_of(each, "kind"));
    if (kind == kinds.end())
      continue;
    const markup drawn = kind->second(each, fmt::format("{}-{}", id, ++number));
    if (!drawn.empty())
      all += element(heading, text_of(each, "title")) + drawn;
  }
  return all;
}

markup pictures_of_lab(const nlohmann::json& grade) {
  const markup drawn = draw_lab_pictures(list_of(grade, "pictures"), "lab-picture", "h3");
  return drawn.empty() ? drawn : element("section", element("h2", "The lab at a glance") + drawn);
}

markup pictures_of_lab(const check_view& view) {
  return draw_lab_pictures(list_of(view.check.at("data"), "pictures"), view.id);
}

} // namespace cudalab::grader::html
