// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Grades a file with the grader as a person would, and reads its JSON document.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace cudalab::course {

struct grading {
  int exit_code = -1;     ///< of the tool
  bool timed_out = false; ///< there is no document then
  nlohmann::json grade;
  std::string printed; ///< what it printed for a person
};

/// @param lab "lab04"
/// @param file empty: the lab's own, as a student grades it for the first time
/// @param backend "cpu" or "gpu"
/// @param scratch a file name without extension, for the documents of this grading only
/// @param limit for the whole grading; 0: none
/// @param exercises grade these alone: numbers, or checks of theirs; empty: all
/// @param time_limit seconds for one call; 0: as for students
/// @throws std::runtime_error when the tool left no document; what() holds what it printed
grading grade_file(const std::filesystem::path& grader, const std::string& lab,
                   const std::filesystem::path& file, const std::string& backend,
                   const std::filesystem::path& scratch,
                   std::chrono::seconds limit = std::chrono::seconds(0),
                   const std::vector<std::string>& exercises = {}, int time_limit = 0);

/// The whole text of a file. @throws std::runtime_error when it cannot be read
std::string read_text(const std::filesystem::path& file);

/// For the shell, whatever is in it.
std::string quoted(const std::string& text);

/// Where two grades (docs/grade.md) differ first, as "/checks/3/status: "pass", then "fail"". Empty
/// when they are the same but for the times that the grading took.
std::string first_difference(nlohmann::json first, nlohmann::json then);

} // namespace cudalab::course
