// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Counts the calls with which a program waits for the device: host_waits() and
/// waiting_frees() in emulator/emulator.h.
#pragma once

namespace cudalab::emulator {

/// The program itself has asked to wait.
void note_host_wait();
/// It has asked for something else that waits: to free memory.
void note_waiting_free();

} // namespace cudalab::emulator
