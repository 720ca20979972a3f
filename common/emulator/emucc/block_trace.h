// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Checked code notes each basic block that it enters (g++ and clang++:
/// -fsanitize-coverage=trace-pc). That is a tenth of all that it does, so where we can, the call is
/// replaced by what it would do.
#pragma once

#include <string>

#include "emulator/emucc/toolchain.h"

namespace cudalab::emulator {

/// To be put before a translated .cu that g++ compiles with -O0. Empty where it cannot be done.
std::string inlined_block_trace(const toolchain& tools);

} // namespace cudalab::emulator
