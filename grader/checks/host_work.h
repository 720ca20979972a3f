// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Whether a function took its data back to the host, in place of having kernels work on it.
#pragma once

#include <optional>
#include <string>

#include "grader/run/case_runner.h"
#include "grader/test_case.h"

namespace cudalab::grader {

struct host_work {
  std::string message, next;
};

/// Seen where all inputs lie on the device and the call copied more than a quarter of their bytes
/// to the host, and at least 1,024: sums of blocks may be added up there. None on a GPU, where
/// nobody counts; a GPU grading sees it in its pass on the emulated device.
std::optional<host_work> done_on_host(const test_case& one, const case_outcome& outcome);

} // namespace cudalab::grader
