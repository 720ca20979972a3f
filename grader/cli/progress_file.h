// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What a student has seen and done: .cudalab/progress.json of the course's folder. It names no
/// folder and no machine, so that it can be copied to another one.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "grader/cli/attempt.h"

namespace cudalab::grader {

/// A race that a student was asked about.
struct asked_race {
  std::string file;   ///< sha256 of the file that it was first seen in
  std::string remedy; ///< what to do in the file that was graded last; empty: that has no such race
  bool told = false;  ///< the student has read the remedy
  bool operator==(const asked_race&) const = default;
};
using asked_races = std::map<std::string, asked_race>; ///< by the race, in words

/// One plain JSON file: {"version": 1, "hints": {"lab04": {"1": 2}}, "open": {"lab04": 2}, "labs":
/// {"lab04": {"last": ATTEMPT, "best": ATTEMPT, "solution_seen": DATE, "races": {"1": {RACE:
/// ...}}}}} says that stage 2 of exercise 1 was shown, that exercise 2 was the first that was not
/// done when the student's own file, or an exercise of it, was graded last, and how good the file
/// was.
///
/// Trouble with it never stops anybody: complaint() has a sentence for the student then.
class progress_file {
public:
  /// Reads the file. A damaged one is renamed to progress.json.damaged-... and complaint() says so.
  /// One of a newer version of the course, or one that may not be read, is never written.
  explicit progress_file(std::filesystem::path file);

  int hints_shown(const std::string& lab, int exercise) const;
  /// It never becomes less.
  void set_hints_shown(const std::string& lab, int exercise, int stage);

  /// 0: not known, or all are done.
  int open_exercise(const std::string& lab) const;
  void set_open_exercise(const std::string& lab, int exercise);

  std::optional<attempt> last(const std::string& lab) const;
  std::optional<attempt> best(const std::string& lab) const;
  /// It becomes the last, and the best where it is better.
  void record(const std::string& lab, const attempt& one);

  /// Races of an exercise that were questions first.
  asked_races races_asked(const std::string& lab, int exercise) const;
  /// In place of those before.
  void set_races_asked(const std::string& lab, int exercise, const asked_races& races);

  /// The student asked for the reference before the lab had passed.
  bool solution_seen(const std::string& lab) const;
  void set_solution_seen(const std::string& lab, const std::string& date);

  /// Writes what was set since the last save into what the file has now: another process may have
  /// written meanwhile. Nothing was set: nothing is written. False (and a complaint) when that is
  /// not possible: no reason to stop.
  bool save();
  const std::string& complaint() const { return complaint_; }

private:
  using change = std::function<void(nlohmann::json&)>;

  void load();
  void set_aside(const std::string& why);
  void apply(change one);
  std::optional<attempt> attempt_at(const std::string& lab, const char* which) const;

  std::filesystem::path file_;
  nlohmann::json content_ = nlohmann::json::object();
  std::vector<change> changes_; ///< since the last save
  bool read_only_ = false;
  std::string complaint_;
};

/// That of this copy of the course, or the file that the environment names in CUDALAB_PROGRESS.
progress_file own_progress();

} // namespace cudalab::grader
