// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What emucc saw in the text of device code and left in the program: the findings
/// double_arithmetic. They are told when a kernel has run whose code they are about; code that
/// other functions call counts with every kernel.
#pragma once

#include "emulator/runtime/observer.h"

namespace cudalab::emulator {

class source_advice final : public observer {
public:
  std::unique_ptr<block_observer> watch_blocks() override;
  void launch_ended(const launch_record& launch) override;
};

} // namespace cudalab::emulator
