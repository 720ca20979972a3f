// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The gradebook: made of the documents in a folder of results, as often as one likes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace cudalab::term {

struct check_row {
  std::string id, status, message;
  double points = 0, max_points = 0; ///< as the course counts them
  bool hidden = false;
};

struct grade_row {
  std::string lab, student, name, owner;
  std::string state;   ///< "graded", "missing", "waiting", or why it is not graded: "empty"
  std::string verdict; ///< of the judge; empty: none
  double judged_points = 0, judged_max = 0; ///< by the judge's document
  double points = 0, max_points = 0;        ///< as the course counts them, lateness included
  double raw_points = 0;                    ///< the same without lateness
  std::optional<std::int64_t> due;          ///< of the lab, extensions aside; seconds since 1970
  std::int64_t late_seconds = 0;
  double remains = 1;
  std::optional<std::int64_t> handed_in; ///< seconds since 1970
  std::string file_sha256, commit, backend, graded_at, note;
  std::uint64_t seed = 0;
  std::vector<check_row> checks;
};

/// By lab and student. Documents that are none are passed over, as if they were not there.
std::vector<grade_row> read_grades(const std::filesystem::path& results);

std::string gradebook_csv(const std::vector<grade_row>& rows);

/// Tables `grades` and `checks`; the file is there whole or not at all.
/// @throws std::runtime_error
void write_sqlite(const std::vector<grade_row>& rows, const std::filesystem::path& file);

} // namespace cudalab::term
