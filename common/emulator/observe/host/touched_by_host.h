// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Where host code must not look.
#pragma once

#include <vector>

#include "emulator/observe/access/hot_path.h"
#include "emulator/runtime/memory/device_memory.h"

namespace cudalab::emulator {

/// From the first to the last variable of the device.
device_range range_of_variables(const std::vector<allocation>& all);

/// Host code gives memory of the device, or pinned memory, to a function that frees the host's own.
/// The program ends, as it does on a GPU. @param how "delete[]"
[[noreturn]] void end_at_foreign_free(const void* place, const char* how, const void* caller);

} // namespace cudalab::emulator
