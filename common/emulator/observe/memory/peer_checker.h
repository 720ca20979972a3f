// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Finds accesses to memory of another device without peer access. Switched on where there are
/// several devices.
#pragma once

#include "emulator/runtime/observer.h"

namespace cudalab::emulator {

class peer_checker final : public observer {
public:
  std::unique_ptr<block_observer> watch_blocks() override;
};

} // namespace cudalab::emulator
