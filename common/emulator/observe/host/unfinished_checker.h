// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Tells unfinished_use what kernels read and write of memory that the host can see. Programs
/// without such memory do not pay for it.
#pragma once

#include "emulator/runtime/observer.h"

namespace cudalab::emulator {

class unfinished_checker final : public observer {
public:
  std::unique_ptr<block_observer> watch_blocks() override;
  void launch_begins(const launch_record& launch) override;
  void launch_ended(const launch_record& launch) override;

private:
  bool listens_ = false;
};

} // namespace cudalab::emulator
