// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What becomes of pending work when the process ends or forks.
#pragma once

namespace cudalab::emulator {

class device_queue;

/// At exit: what observers watch is finished, so that its mistakes are found; other work that has
/// not begun is lost, as on a GPU. In a forked child: every call fails with
/// cudaErrorInitializationError, as CUDA has it.
void watch_process_end(device_queue& queue);

} // namespace cudalab::emulator
