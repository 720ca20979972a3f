// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Whether a function launched the kernel that a case asks for (test_case::launches()).
#pragma once

#include <optional>
#include <string>

#include "grader/run/case_runner.h"
#include "grader/test_case.h"

namespace cudalab::grader {

struct launch_fault {
  std::string id, message, next;
};

/// Of a call that came to its end. None on a GPU, where nobody sees launches; a GPU grading sees
/// them in its pass on the emulated device.
std::optional<launch_fault> other_launch(const test_case& one, const case_outcome& outcome);

} // namespace cudalab::grader
