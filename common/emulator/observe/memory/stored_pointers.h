// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Whether a kernel can have a pointer into some memory: only then is an access there a use of it.
#pragma once

#include "emulator/runtime/execution.h"
#include "emulator/runtime/memory/allocation.h"

namespace cudalab::emulator {

/// Whether an argument of the launch, or global memory, holds a pointer into this allocation; true
/// in doubt.
bool may_have_pointer_into(const allocation& some, const launch_record& launch);

} // namespace cudalab::emulator
