// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What clang's CUDA front end wants to see before it accepts a launch and a printf in a kernel.
/// Declared only: this mode checks CUDA's rules and builds nothing.
#pragma once // IWYU pragma: private, include <cuda_runtime.h>

#include "api.h"

cudaError_t cudaConfigureCall(dim3 grid, dim3 block, size_t shared = 0, cudaStream_t = nullptr);
extern "C" unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared = 0,
                                                void* stream = nullptr);

template <class... Arguments>
__device__ int printf(const char* format, Arguments... arguments);
