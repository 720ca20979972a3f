// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "course/same_grade.h"

namespace cudalab::course {
namespace {

std::string text_at(const nlohmann::json& document, const nlohmann::json::json_pointer& place) {
  return document.contains(place) ? document.at(place).dump() : "nothing";
}

} // namespace

std::string first_difference(nlohmann::json first, nlohmann::json then) {
  first.erase("times");
  then.erase("times");
  const nlohmann::json changes = nlohmann::json::diff(first, then);
  if (changes.empty())
    return "";
  const std::string path = changes.front().at("path");
  const nlohmann::json::json_pointer place(path);
  return path + ": " + text_at(first, place) + ", then " + text_at(then, place);
}

} // namespace cudalab::course
