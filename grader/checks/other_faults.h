// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The failed cases after the one that is told first.
#pragma once

#include <string>
#include <vector>

#include "grader/checks/case_fault.h"

namespace cudalab::grader {

/// Tells failed cases together where they are alike.
class other_faults {
public:
  /// @param headline the case that is told first
  void add(const std::string& name, const case_fault& fault, const case_fault& headline);
  /// @param details gets a line for each kind of fault
  void tell(const case_fault& headline, std::vector<std::string>& details) const;

private:
  struct group {
    std::string id, cause, message, next;
    std::vector<std::string> names;
  };

  std::vector<group> groups_;
  std::vector<std::string> may_be_the_same_;
};

} // namespace cudalab::grader
