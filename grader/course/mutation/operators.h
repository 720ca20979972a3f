// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The mutation operators: small slips, of the kind that people make in CUDA C++.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "grader/course/mutation/code.h"
#include "grader/reference/solution.h"

namespace cudalab::mutation {

using reference::edit; ///< its name is that of the operator

/// Changes of one token: < to <=, + to -, && to ||, 16 to 17, threadIdx.x to threadIdx.y,
/// cudaMemcpyHostToDevice to cudaMemcpyDeviceToHost and so on.
std::vector<edit> token_edits(const code& source, std::size_t at);

/// Changes that need to know what belongs together: an operand left out, a condition turned round,
/// an index moved by one, arguments exchanged, half of the bytes.
std::vector<edit> expression_edits(const code& source, std::size_t at);

/// Statements left out: barriers, checked calls, assignments, returns.
std::vector<edit> statement_edits(const code& source);

} // namespace cudalab::mutation
