// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What happens in a race, step by step, as far as the document tells it.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "grader/result.h"

namespace cudalab::grader::html {

struct race_step {
  enum class kind {
    access,        ///< one of the two accesses, of thread `side`
    both,          ///< both, none before the other
    barrier,       ///< a barrier of the kernel, before or after the race
    other_barrier, ///< one that stands between the two lines and did not come between the accesses
    no_barrier,    ///< where one is missing
    next_round     ///< the loop goes round
  };
  kind what = kind::access;
  int line = 0;
  int side = 0;      ///< of an access: 0 left, 1 right
  std::string words; ///< of a barrier: "__syncthreads()"
};

struct race_story {
  std::vector<race_step> steps; ///< from top to bottom
  std::array<party, 2> sides;   ///< left, right: what comes first in the program is left
  bool ordered = false;         ///< false: none of the two comes first
  bool in_a_round = false;      ///< the second comes in the loop's next round
};

/// A barrier in a line of source, comments left out: "__syncthreads()"; empty: none.
std::string barrier_in(const std::string& line);

/// @param race has two parties, both threads with a line
/// @param source quoted lines of the file of both by number; others are not known
race_story tell_race(const finding& race, const std::map<int, std::string>& source);

} // namespace cudalab::grader::html
