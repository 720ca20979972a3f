// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Which arguments of a launch convert to the kernel's parameters only as they are written.
#pragma once

#include "emulator/translate/code.h"

namespace cudalab::emulator {

/// Whether the argument must be written again in the lambda instead of being passed to it: 0 is a
/// null pointer, a variable that holds 0 is not. @pre not empty
bool stays_in_lambda(const code& source, span_of_code argument);

} // namespace cudalab::emulator
