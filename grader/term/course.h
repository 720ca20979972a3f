// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What an instructor says of a course, in `course.toml`: docs/guides/instructor.md has its keys.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace cudalab::term {

/// Seconds since 1970, in UTC.
using instant = std::chrono::sys_seconds;

/// What a late hand-in costs.
struct late_rule {
  std::chrono::seconds grace{0}; ///< so much later is still in time
  double percent_a_day = 0;      ///< of the points, for each day that has begun
  std::optional<int> last_day;   ///< later than so many days: no points; nothing: any day
};

/// What a course says of one of a lab's checks.
struct check_change {
  std::optional<double> points;
  std::optional<double> threshold; ///< of a speed check: the ratio to reach
};

/// A lab as a course gives it out.
struct assignment {
  std::string lab; ///< "lab04"
  std::optional<instant> due;
  std::optional<double> points; ///< all of the lab's points count so many in the course
  std::optional<std::uint64_t> seed;
  std::string backend; ///< "auto", "cpu", "gpu"
  int time_limit = 0;  ///< seconds for one call; 0: the judge's own
  late_rule late;
  std::vector<std::string> hidden; ///< ids of checks that students are not told of
  std::map<std::string, check_change> checks;
};

struct extension {
  std::string student; ///< or a group
  std::string lab;     ///< empty: all
  instant until;
};

enum class seed_policy { one_an_assignment, one_a_student };

struct course {
  std::string name;
  bool sandbox_required = true;
  std::uint64_t seed = 0; ///< those of the assignments are made of it
  seed_policy seeds = seed_policy::one_an_assignment;
  std::string roster;                                     ///< a CSV file; empty: none
  std::map<std::string, std::vector<std::string>> groups; ///< name to students
  std::vector<extension> extensions;
  std::map<std::string, assignment> labs;
};

/// What is known of a lab's checks, to look a course up in.
struct known_check {
  double points = 0;
  bool timed = false; ///< it has a threshold
  bool bonus = false;
};
using known_labs = std::map<std::string, std::map<std::string, known_check>>;

/// what() has a line for each mistake: "course.toml:3:1: there is no key 'nam'. Do you mean
/// 'name'?"
struct wrong_course : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// @param file its name, for messages @throws wrong_course
course read_course(const std::string& text, const std::string& file, const known_labs& labs);

class roster;
/// Gives those that groups and extensions name the ids that they have on the roster.
/// @param file the course's, for messages @throws wrong_course nobody, or several, are called so
void name_by_roster(course& one, const roster& students, const std::string& file);

/// The text of a course with these labs, with comments that explain it.
std::string new_course(const known_labs& labs, std::uint64_t seed);

/// The inputs are made from it. `student` counts where each has one of their own.
std::uint64_t seed_of(const course& one, const assignment& lab, const std::string& student);

/// When this student, or their group, must hand in; nothing: any time.
std::optional<instant> due_for(const course& one, const assignment& lab,
                               const std::string& student);

/// The part of the points that remains, 0 to 1, and by how much it is late (0: in time).
struct lateness {
  std::chrono::seconds late{0};
  double remains = 1;
};
lateness how_late(const late_rule& rule, std::optional<instant> due, instant handed_in);

/// "2026-11-30 22:59 UTC"
std::string words_for(instant when);
/// "2 days 3 h", "14 min"
std::string words_for(std::chrono::seconds span);

/// What there is of the course, for people.
std::string course_text(const course& one, const known_labs& labs);

} // namespace cudalab::term
