// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What a function does besides giving the right results: that it works on the device, does not
/// wait, and launches what its case asks for. None of it is seen on a GPU; a GPU grading sees it in
/// its pass on the emulated device.
#pragma once

#include <optional>
#include <string>

#include "grader/lab.h"
#include "grader/run/case_runner.h"
#include "grader/test_case.h"

namespace cudalab::grader {

struct conduct_fault {
  std::string id, message, next;
};

/// It took its data back to the host. Seen where all inputs lie on the device and the call copied
/// more than a quarter of their bytes to the host, and at least 1,024: sums of blocks may be added
/// up there.
std::optional<conduct_fault> done_on_host(const test_case& one, const case_outcome& outcome);

/// Nothing was written to this output, and what ran tells why: no kernel, or a kernel whose result
/// nobody copied to the host. Not seen on a GPU, nor through a scene, which has calls of its own.
std::optional<conduct_fault> unwritten_because(const test_case& one, const std::string& output,
                                               const case_outcome& outcome);

/// There is less than a thread for each element. The first launches alone are known: only of fewer
/// than that it is sure how many threads there were.
std::optional<conduct_fault> few_threads(const test_case& one, const case_outcome& outcome);

/// Its launch could not be made (test_case::launch_fails()), and it did not throw lab::cuda_error.
std::optional<conduct_fault> not_told(const test_case& one, const case_outcome& outcome);

/// It waited for the device, and lab_description::never_wait names it.
std::optional<conduct_fault> waited(const lab_description& lab, const test_case& one,
                                    const case_outcome& outcome);

/// The findings of a case without the advice to wait, where lab_description::never_wait names its
/// function.
std::vector<finding> without_waits(const lab_description& lab, const test_case& one,
                                   std::vector<finding> found);

/// It came to its end, and did not launch the kernel that the case asks for
/// (test_case::launches()).
std::optional<conduct_fault> other_launch(const test_case& one, const case_outcome& outcome);

} // namespace cudalab::grader
