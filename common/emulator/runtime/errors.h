// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The error state behind cudaGetLastError().
#pragma once

#include "emulator/include/cudalab/errors.h"

namespace cudalab::emulator {

/// What a call of the runtime API returns: notes the error as the last one of this host thread. A
/// sticky error goes before any other.
cudaError_t finish(cudaError_t error);

/// The error of a kernel that was abandoned, or cudaSuccess.
cudaError_t sticky_error();
/// Every later call of the runtime API returns this. The first one stays.
void make_sticky(cudaError_t error);
/// For tests: as in a new process.
void forget_errors();

} // namespace cudalab::emulator
