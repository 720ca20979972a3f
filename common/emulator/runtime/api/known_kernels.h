// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Kernels that can be launched by their addresses.
#pragma once

#include <cstddef>
#include <vector>

#include "emulator/include/cudalab/launch_api.h"

namespace cudalab::emulator {

struct kernel_argument {
  void* place = nullptr;
  std::size_t bytes = 0, alignment = 1;
};
/// Those of a launch, in order.
std::vector<kernel_argument> arguments_of(const kernel_call& call);

/// From now on the kernel can be launched by its address, with arguments of the same types.
/// @pre the address is known
void remember_launch(const kernel_call& call);

} // namespace cudalab::emulator
