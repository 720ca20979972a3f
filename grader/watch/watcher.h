// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// `lab watch`: grades a file again whenever it is saved.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include "grader/cli/attempt.h"
#include "grader/lab.h"
#include "grader/report/terminal.h"
#include "grader/watch/grading_process.h"

namespace cudalab::grader {

/// What the watcher has done for it. Tests put their own in place.
struct watch_course {
  std::function<std::filesystem::path(const lab_description&)> file;
  /// In a process of its own; gives the grade's document, and in "remark" what else the student
  /// should know. @throws as command_grade()
  std::function<nlohmann::json(const lab_description&, const grading_process::step_function&)>
      grade;
  /// The last grading before this session.
  std::function<std::optional<attempt>(const lab_description&)> remembered;
  /// @throws usage_error
  std::function<std::string(const lab_description&, const style&)> hint;
  /// nullptr: there is none.
  std::function<const lab_description*(const lab_description&)> next;
  /// Writes the document as a page and says where; empty: there is no such key.
  std::function<std::string(const nlohmann::json&)> report = {};
};

/// Returns when the person quits: 0; 3 when standard output cannot be written any more.
int watch(const lab_description& first, const watch_course& course);

} // namespace cudalab::grader
