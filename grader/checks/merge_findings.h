// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The same mistake seen in several cases is one finding.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "grader/result.h"

namespace cudalab::grader {

/// A finding and how many of the cases showed it.
struct seen_finding {
  finding what; ///< as the first case showed it; where it is an error in some, the first of them
  std::size_t cases; ///< at least 1
};

class merged_findings {
public:
  /// Adds what the case of this name showed.
  void add(const std::vector<finding>& findings, const std::string& in_case = "");
  /// The most telling kind first; in the order of their coming within a kind.
  std::vector<seen_finding> take();

private:
  std::vector<seen_finding> seen_;
  std::map<std::string, std::size_t> places_; ///< in seen_, by what is the same
};

} // namespace cudalab::grader
