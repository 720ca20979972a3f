// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Says in words what is wrong with an output.
#pragma once

#include "grader/compare/patterns.h"

namespace cudalab::grader {

/// The most telling pattern of a comparison that did not pass. When none is recognised: how many
/// elements are wrong and the first of them, with id "wrong_values".
pattern classify(const wrong_output& seen);

} // namespace cudalab::grader
