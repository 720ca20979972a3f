// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Statements that call the runtime API and throw its result away.
#pragma once

#include <string>

namespace cudalab::emulator {

/// Makes `cudaMalloc(&p, n);` into `(cudaMalloc(&p, n), ::cudalab::emulator::drop());`, on the same
/// lines and, where a blank stands before it, in the same columns. A cast to void says that the
/// result does not matter: `(void)cudaFree(p);` stays. So does all other text.
std::string mark_dropped_results(std::string text);

} // namespace cudalab::emulator
