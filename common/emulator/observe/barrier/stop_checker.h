// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Reports kernels that cannot go on: traps, failed assertions, stack overflows, endless loops.
#pragma once

#include "emulator/runtime/observer.h"

namespace cudalab::emulator {

/// Needs fatal_sighting, which the memory checker begins and delivers.
class stop_checker final : public observer {
public:
  std::unique_ptr<block_observer> watch_blocks() override;
};

} // namespace cudalab::emulator
