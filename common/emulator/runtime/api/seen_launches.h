// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Remembers what a program launches: take_launches() in emulator/emulator.h.
#pragma once

#include "emulator/runtime/execution.h"

namespace cudalab::emulator {

/// The launch has been accepted: its kernel will run.
void note_launch(const launch_record& launch);

} // namespace cudalab::emulator
