// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What the translator makes of the statement `cudaMalloc(&p, n);`, whose result is thrown away:
/// `(cudaMalloc(&p, n), ::cudalab::emulator::drop());`. For anything but an error this is C++'s own
/// comma.
#pragma once // IWYU pragma: private, include <cuda_runtime.h>

#include "errors.h"

namespace cudalab {
namespace emulator {

struct dropped_result {};

inline dropped_result drop() {
  return {};
}

/// Notes an error, in case that nobody asks for it later.
void operator,(cudaError_t error, dropped_result);

} // namespace emulator
} // namespace cudalab
