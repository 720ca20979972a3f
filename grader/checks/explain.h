// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The last stage of a grading (build, run, judge, explain): what one check alone cannot know is
/// worked into the results, by named steps, in one order.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "grader/checks/context.h"
#include "grader/result.h"

namespace cudalab::grader {

/// When a step runs.
enum class explain_moment {
  after_watching, ///< once for each correctness and clean check, when those that it hangs on are
                  ///< judged
  at_the_end      ///< once, when all checks are judged
};

/// What the steps work on.
struct explanation {
  /// Parallel to the lab's checks; those that were not judged yet have no id.
  std::vector<check_result>& judged;
  std::size_t check; ///< after watching: the one that is explained
  grading_context& shared;
  grade& whole;                            ///< at the end it holds all results
  const std::filesystem::path& submission; ///< the student's file
};

struct explain_step {
  std::string name; ///< as in docs/architecture.md
  explain_moment when = explain_moment::after_watching;
  std::vector<std::string> after; ///< steps that must have been made before, by name
  void (*apply)(explanation&) = nullptr;
};

/// All steps, in their order.
const std::vector<explain_step>& explain_steps();

/// Applies the steps of one moment.
void explain(explain_moment when, explanation& on);

} // namespace cudalab::grader
