// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/course/same_grade.h"

namespace cudalab::course {

std::string first_difference(nlohmann::json first, nlohmann::json then) {
  first.erase("times");
  then.erase("times");
  const nlohmann::json changes = nlohmann::json::diff(first, then);
  if (changes.empty())
    return "";
  const nlohmann::json& change = changes.front(); // RFC 6902
  const std::string path = change.at("path"), what = change.at("op");
  const std::string old =
      what == "add" ? "nothing" : first.at(nlohmann::json::json_pointer(path)).dump();
  return path + ": " + old + ", then " + (what == "remove" ? "nothing" : change.at("value").dump());
}

} // namespace cudalab::course
