// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Statements that call the runtime API and throw its result away.
#pragma once

#include <string>

namespace cudalab::emulator {

/// Puts a call whose result nobody uses, such as `cudaMalloc(&p, n);`, before a comma and a call of
/// the runtime's own drop(), all in parentheses, on the same lines and, where a blank stands before
/// it, in the same columns. A cast to void says that the result does not matter:
/// `(void)cudaFree(p);` stays. So does all other text.
std::string mark_dropped_results(std::string text);

} // namespace cudalab::emulator
