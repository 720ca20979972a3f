// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Calls of all ranks that belong together become operations of the ranks' streams.
#pragma once

#include <vector>

#include "emulator/runtime/nccl/request.h"

namespace cudalab::emulator::nccl {

/// What belongs together: one request of each rank, by rank; or a send and its receive.
using meeting = std::vector<request>;

/// Hands all of it to the streams. Each rank reads what it sends when its stream has got there, and
/// gets its result when all ranks of its meeting have. All meetings together are one group: nothing
/// is written before what they read of the same stream has been read.
void submit(const std::vector<meeting>& group);

} // namespace cudalab::emulator::nccl
