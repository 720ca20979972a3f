// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Whether code for both sides runs on the device.
#include "emulator/include/cudalab/device_code.h"
#include "emulator/runtime/execution.h"

extern "C" bool cudalab_in_kernel() {
  return cudalab::emulator::current_block != nullptr;
}
