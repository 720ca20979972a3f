// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What a student has seen and done: .cudalab/progress.json of the course's folder.
#pragma once

#include <filesystem>
#include <string>

#include <nlohmann/json.hpp>

namespace cudalab::grader {

/// One plain JSON file: {"hints": {"lab04": {"1": 2}}, "open": {"lab04": 2}} says that stage 2 of
/// exercise 1 was shown, and that exercise 2 was the first that was not done when the student's own
/// file was graded last.
class progress_file {
public:
  /// Reads the file. A damaged one is renamed to progress.json.damaged-... and complaint() says so.
  explicit progress_file(std::filesystem::path file);

  int hints_shown(const std::string& lab, int exercise) const;
  void set_hints_shown(const std::string& lab, int exercise, int stage);

  /// 0: not known, or all are done.
  int open_exercise(const std::string& lab) const;
  void set_open_exercise(const std::string& lab, int exercise);

  /// Writes the file; false (and a complaint) when that is not possible: no reason to stop.
  bool save();
  const std::string& complaint() const { return complaint_; }

private:
  void set_aside(const std::string& why);

  std::filesystem::path file_;
  nlohmann::json content_ = nlohmann::json::object();
  std::string complaint_;
};

} // namespace cudalab::grader
