// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Where a kernel had a pointer from that it must not follow: a structure that was passed to it, or
/// that lies in global memory.
#pragma once

#include <cstdint>
#include <string>

#include "emulator/runtime/execution.h"

namespace cudalab::emulator {

/// "argument 1, a structure of 16 bytes, 8 bytes behind its begin": which has the pointer that
/// leads to the address. Empty: an argument is that pointer itself, or it is not known. After the
/// launch only.
std::string holder_of_pointer(std::uint64_t address, const launch_record& launch);

} // namespace cudalab::emulator
