// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// docs/mutation.md: how many mutants of each lab are caught, and why the others are not.
#pragma once

#include <string>
#include <vector>

#include "grader/course/mutation/equivalents.h"
#include "grader/course/mutation/results.h"

namespace cudalab::mutation {

/// A lab, all its mutants, and what is known of those that survive.
struct page_subject {
  solution what;
  equivalents known;
  std::vector<mutant> mutants;
};

/// Markdown. Results of mutants that are no longer made are left out; a reason that begins with
/// "GPU:" or "Missed:" makes no equivalent, but a mutant that is not caught.
std::string mutation_page(const std::vector<page_subject>& labs,
                          const std::vector<result>& results);

} // namespace cudalab::mutation
