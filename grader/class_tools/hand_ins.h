// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The hand-ins that an instructor names, with the course they belong to.
#pragma once

#include <memory>
#include <optional>

#include "grader/cli/options.h"
#include "grader/lab.h"
#include "grader/term/collect.h"

namespace cudalab::grader {

struct named_hand_ins {
  std::optional<term::course> course;
  std::optional<term::roster> students;
  term::collection found;
};

/// The course file that is named, or the one in this folder, if there is one. @throws usage_error
std::optional<term::course> course_of(const lab_description& lab, const options& given);

/// Reads `given.hand_ins`, the course file (the one in this folder, if there is one) and the
/// roster.
/// @throws usage_error
named_hand_ins read_named_hand_ins(const lab_description& lab, const options& given);

} // namespace cudalab::grader
