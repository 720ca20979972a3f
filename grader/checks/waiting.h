// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Whether a function that returns at once, by its lab's header, waited for the device.
#pragma once

#include <optional>
#include <string>

#include "grader/lab.h"
#include "grader/run/case_runner.h"

namespace cudalab::grader {

struct waiting_words {
  std::string message, next;
};

/// Of a function that lab_description::never_wait names. None on a GPU, where nobody sees it; a GPU
/// grading sees it in its pass on the emulated device.
std::optional<waiting_words> waited(const lab_description& lab, const test_case& one,
                                    const case_outcome& outcome);

} // namespace cudalab::grader
