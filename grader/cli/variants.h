// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// `--variant NAME`: the solution with a mistake, or in another right way, instead of the student's
/// file. Where there are no solutions, as in a handout, there are no variants.
#pragma once

#include <filesystem>
#include <string>

#include "grader/cli/options.h"
#include "grader/lab.h"
#include "grader/result.h"

namespace cudalab::grader {

/// Writes the variant's files below the build folder. @return the .cu file
/// @throws usage_error when there are no variants, or none of that name
std::filesystem::path variant_file(const lab_description& one, const std::string& name);

/// `--variant list`: prints the names of the lab's variants and what each does.
int list_variants(const options& given);

/// Whether a grading found what the variant's head promises, and the words that say so.
struct kept_promise {
  bool kept = false;
  std::string words;
};
kept_promise promise_kept(const lab_description& one, const std::string& variant,
                          const grade& result);

} // namespace cudalab::grader
