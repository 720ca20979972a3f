// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/cli/progress_file.h"

#include <algorithm>
#include <fstream>

#include <fmt/format.h>

#include "grader/report/write_file.h"

namespace cudalab::grader {

namespace {

namespace fs = std::filesystem;

/// Has every part that this program reads the type that it expects?
bool well_formed(const nlohmann::json& content) {
  if (!content.is_object())
    return false;
  const auto open = content.find("open");
  if (open != content.end() &&
      (!open->is_object() || !std::all_of(open->begin(), open->end(), [](const auto& exercise) {
        return exercise.is_number_integer();
      })))
    return false;
  const auto hints = content.find("hints");
  if (hints == content.end())
    return true;
  if (!hints->is_object())
    return false;
  for (const auto& lab : *hints) {
    if (!lab.is_object())
      return false;
    for (const auto& stage : lab)
      if (!stage.is_number_integer())
        return false;
  }
  return true;
}

} // namespace

progress_file::progress_file(fs::path file) : file_(std::move(file)) {
  std::error_code ignored;
  if (!fs::exists(file_, ignored))
    return;
  std::ifstream stream(file_);
  nlohmann::json read = nlohmann::json::parse(stream, nullptr, false);
  if (well_formed(read))
    content_ = std::move(read);
  else
    set_aside("it is damaged");
}

void progress_file::set_aside(const std::string& why) {
  fs::path aside;
  std::error_code trouble;
  for (int i = 1; aside.empty() || fs::exists(aside, trouble); ++i)
    aside = fmt::format("{}.damaged-{}", file_.string(), i);
  fs::rename(file_, aside, trouble);
  complaint_ = fmt::format(
      "{} was not used: {}. {} Your progress begins anew.", file_.string(), why,
      trouble ? "It could not be moved away." : fmt::format("It is kept as {}.", aside.string()));
}

int progress_file::hints_shown(const std::string& lab, int exercise) const {
  const auto hints = content_.find("hints");
  if (hints == content_.end() || hints->find(lab) == hints->end())
    return 0;
  return hints->at(lab).value(std::to_string(exercise), 0);
}

void progress_file::set_hints_shown(const std::string& lab, int exercise, int stage) {
  content_["hints"][lab][std::to_string(exercise)] = stage;
}

int progress_file::open_exercise(const std::string& lab) const {
  const auto open = content_.find("open");
  return open == content_.end() ? 0 : open->value(lab, 0);
}

void progress_file::set_open_exercise(const std::string& lab, int exercise) {
  content_["open"][lab] = exercise;
}

bool progress_file::save() {
  try {
    if (file_.has_parent_path())
      fs::create_directories(file_.parent_path());
    write_file(file_, content_.dump(2) + '\n');
    return true;
  } catch (const std::exception& problem) {
    complaint_ = fmt::format("your progress could not be saved: {}", problem.what());
    return false;
  }
}

} // namespace cudalab::grader
