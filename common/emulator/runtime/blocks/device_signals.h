// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What becomes of a SIGSEGV in a kernel: CUDA's error for it, or at least a line that names the
/// kernel and the thread. Host code crashes as it would without the emulator.
#pragma once

#include <atomic>

namespace cudalab::emulator {

/// Called once when the process is about to die of such a signal; may be null.
extern constinit std::atomic<void (*)()> last_words;

/// For the process.
void handle_device_signals();
/// For this OS thread: a handler cannot run on a stack that has overflowed.
void use_alternate_signal_stack();

} // namespace cudalab::emulator
