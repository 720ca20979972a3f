// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Which of many files share a source. Runs of tokens that two files have in common are found by
/// sim_c++ (Debian's similarity-tester), for which a name is as good as any other. What stands in
/// the given code does not count, and what many have in common counts little.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

namespace cudalab::grader {

/// A run of code that both have. Lines are counted from 1.
struct shared_run {
  int first_a = 0, last_a = 0, first_b = 0, last_b = 0;
  int tokens = 0;
};

struct similar_pair {
  std::size_t a = 0, b = 0; ///< places in the list of files
  double share = 0;         ///< 0 to 1: the part of what is their own that both have
  std::vector<shared_run> runs;
};

struct similar_files {
  std::vector<similar_pair> pairs;         ///< all that share anything; the most similar first
  std::vector<std::size_t> left_out;       ///< too long to be compared
  std::vector<std::vector<bool>> is_given; ///< of each file: by its lines from 1, those given
};

/// The engine is not installed, or did not come to an end. what() is a sentence.
struct no_comparison : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// @param given what everybody was given @throws no_comparison
similar_files find_similar(const std::vector<std::string>& files,
                           const std::vector<std::string>& given);

/// From this share on a pair is worth a look: docs/results has what was measured.
inline constexpr double worth_a_look = 0.5;

} // namespace cudalab::grader
