// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// malloc, free, new and delete in kernels: memory of the device that lives until a kernel frees
/// it.
#pragma once

#include <cstddef>

namespace cudalab::emulator {

/// Bytes that all kernels together can have: cudaLimitMallocHeapSize. 8 MiB at first.
std::size_t device_heap_limit();
void set_device_heap_limit(std::size_t bytes);

} // namespace cudalab::emulator
