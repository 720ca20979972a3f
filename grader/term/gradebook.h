// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The gradebook: made of the documents in a folder of results, as often as one likes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
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
  std::vector<std::string> students; ///< whose the hand-in is, sorted; who handed in nothing: empty
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

/// By lab and student, one after the other. Documents that are none are passed over, as if they
/// were not there.
void for_each_grade(const std::filesystem::path& results,
                    const std::function<void(const grade_row&)>& take);
std::vector<grade_row> read_grades(const std::filesystem::path& results);

/// The same rows in their order, made one at a time.
class grade_rows {
public:
  explicit grade_rows(const std::filesystem::path& results);
  ~grade_rows();
  grade_rows(const grade_rows&) = delete;
  grade_rows& operator=(const grade_rows&) = delete;

  bool next(grade_row& row); ///< false: there are no more

private:
  class plans;
  std::unique_ptr<plans> plans_;
  std::size_t next_ = 0;
};

/// Writes gradebook.csv and gradebook.sqlite beside the documents they are made of. Each is there
/// whole or not at all. @throws std::runtime_error
void write_gradebook(const std::filesystem::path& results);

/// The tables `grades` and `checks`.
class sqlite_gradebook {
public:
  /// @throws std::runtime_error, as all of it
  explicit sqlite_gradebook(const std::filesystem::path& file);
  ~sqlite_gradebook(); ///< without finish(): nothing is left of it
  sqlite_gradebook(const sqlite_gradebook&) = delete;
  sqlite_gradebook& operator=(const sqlite_gradebook&) = delete;

  void add(const grade_row& row);
  void finish();

private:
  struct open_book;
  std::filesystem::path file_, partial_;
  std::unique_ptr<open_book> open_;
};

} // namespace cudalab::term
