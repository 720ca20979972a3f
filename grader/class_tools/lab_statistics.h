// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What there is to say of a class and a lab, counted grade by grade: none is kept.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "grader/class_tools/stored_grades.h"

namespace cudalab::grader {

/// A check, and how many hand-ins passed it.
struct check_counts {
  std::string id, title;
  bool bonus = false;
  double max_points = 0;
  std::size_t judged = 0, passed = 0;
  std::size_t waited = 0; ///< for another check
};

struct common_mistake {
  std::string words;
  std::size_t hand_ins = 0;
  std::string line; ///< of somebody's file
};

/// How fast the hand-ins are by a speed check.
struct class_speed {
  std::string id, title;
  double wanted = 1;
  std::vector<double> ratios;
};

class lab_statistics {
public:
  struct points_of_one {
    std::string owner, name;
    double points = 0, max_points = 0;
  };

  std::string lab, title;
  std::vector<points_of_one> points;
  std::size_t all_right = 0; ///< hand-ins
  std::vector<check_counts> checks;
  std::map<std::string, common_mistake> mistakes; ///< by their words
  std::vector<class_speed> speeds;
  std::map<std::string, int> not_graded; ///< "missing" to how many
  std::vector<std::int64_t> handed_in;   ///< every attempt; seconds since 1970
  std::optional<std::int64_t> due;

  void add(const stored_grade& one);

private:
  void count_checks(const grade& result);
  void count_mistakes(const grade& result);
  void add_speeds(const grade& result);
};

} // namespace cudalab::grader
