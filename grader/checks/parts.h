// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// A grading in two parts: first all that needs no GPU, on any machine, and then the rest on one
/// that has a GPU. Speed is timed alone there, and no GPU waits for an emulated device.
#pragma once

#include "grader/lab.h"
#include "grader/result.h"

namespace cudalab::grader {

/// A check in a first part that the second one judges.
check_result left_to_a_gpu();
bool is_left_to_a_gpu(const check_result& one);

/// Whether a first part has such checks; else it is the whole grade.
bool has_second_part(const grade& first);

/// The lab with the checks that are left. It is graded on a GPU, as any lab.
lab_description second_part_of(lab_description lab, const grade& first);

/// One grade of both, with points and verdict. Where the file does not build for the GPU, the build
/// fails and what was left means nothing; the rest stays as it was judged.
grade join_parts(grade first, const grade& second);

} // namespace cudalab::grader
