// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Which known mistake is behind the wrong results of several cases.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "grader/compare/patterns.h"

namespace cudalab::grader {

/// What is known of one case.
struct case_evidence {
  std::size_t wrong = 0;     ///< elements; 0: the case is right, or it has nothing to compare
  bool has_mistakes = false; ///< some are known for it, so it can speak against one
  std::vector<pattern> fits; ///< those that agree with its result
};

/// Whether a case would show a mistake that it does not fit: some are known for it, and more than a
/// few elements are wrong.
bool speaks_against(const case_evidence& one);

struct agreement {
  std::string group;                   ///< the mistake that most cases agree on; empty: none
  std::vector<const pattern*> of_case; ///< what to say of each; null: nothing
};

/// The mistake that explains most cases; of several the first. One that explains a few elements
/// only, where many others speak against it, is not named at all: it may agree by chance.
/// @param cases must outlive the answer
agreement agree_on_mistake(const std::vector<case_evidence>& cases);

} // namespace cudalab::grader
