// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#pragma once

#include <cstddef>

#include "emulator/include/cudalab/memory_types.h"

namespace cudalab::emulator {

/// All of it is one managed allocation or variable.
bool is_managed(const void* pointer, std::size_t bytes);
bool is_location(const cudaMemLocation& location);

/// Before kernels run: memory of the host that they may use must be the program's still. (It may
/// have freed it and forgotten cudaHostUnregister.) Without device_queue's lock.
void look_at_registered_memory();

} // namespace cudalab::emulator
