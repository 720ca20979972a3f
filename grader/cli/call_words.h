// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// A call as it would stand in C++.
#pragma once

#include <string>

#include "grader/test_case.h"

namespace cudalab::grader {

/// "matmul_tiled(d_M, d_N, d_P, 4, 4, 4)"; of a measurement, whose numbers set a scene, with their
/// names: "measure_events(earlier_us 5000, kernels 1, kernel_us 2000)".
std::string call_words(const test_case& one);

} // namespace cudalab::grader
