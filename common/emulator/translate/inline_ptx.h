// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Assembly language of a GPU in a program. The emulated device runs none.
#pragma once

#include "emulator/translate/code.h"

namespace cudalab::emulator {

/// Whether piece `at` begins `asm("mov.u32 %0, %laneid;" ...)`. Assembly language of the host, as
/// in headers of the C library, is none of it.
bool begins_inline_ptx(const code& source, std::size_t at);

inline constexpr const char* no_inline_ptx =
    "the emulated device does not run inline PTX: write CUDA C++ in its place (threadIdx.x % 32 "
    "for "
    "%laneid, clock64() for %clock64, __threadfence() for membar, __trap() for trap)";

} // namespace cudalab::emulator
