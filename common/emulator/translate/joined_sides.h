// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// nvcc reads a .cu twice: for the host, and with __CUDA_ARCH__ for the device. Here both are one
/// program. What the two readings differ in is put together as each piece of code would be
/// compiled.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cudalab::emulator {

/// Files that a preprocessed text comes from.
std::vector<std::string> files_of(std::string_view preprocessed);

/// Both texts as the preprocessor made them, `__host__` still in them, the second with
/// __CUDA_ARCH__.
///
///     in a function of the host              as the host reads it
///     in a __global__ or __device__ one      as the device reads it
///     in a __host__ __device__ one           both: if (cudalab_in_kernel()) { ... } else { ... }
///     elsewhere                              as the device reads it, if there is anything
///
/// @return the text without `__host__`
std::string joined_passes(std::string_view host, std::string_view device);

} // namespace cudalab::emulator
