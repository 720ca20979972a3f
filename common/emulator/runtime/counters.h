// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Counts what a program does, for host_waits() and its like in emulator/emulator.h.
#pragma once

#include <cstddef>

#include "emulator/runtime/execution.h"

namespace cudalab::emulator {

/// The program itself has asked to wait.
void note_host_wait();
/// It has asked for something else that waits: to free memory.
void note_waiting_free();
/// The program itself has asked for this copy.
void note_copy_to_host(std::size_t bytes);
/// The launch has been accepted: its kernel will run.
void note_launch(const launch_record& launch);

} // namespace cudalab::emulator
