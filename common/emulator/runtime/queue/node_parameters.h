// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What nodes of graphs were given, kept for the program that asks for it.
#pragma once

#include <memory>
#include <variant>
#include <vector>

#include "emulator/include/cudalab/api.h"

namespace cudalab::emulator {

struct node_parameters {
  std::variant<cudaKernelNodeParams, cudaMemcpy3DParms, cudaMemsetParams, cudaHostNodeParams> given;
  // Of a kernel.
  std::vector<void*> arguments;         ///< given.kernelParams
  std::shared_ptr<const void> launched; ///< has what `arguments` point to
  bool cooperative = false;
};

} // namespace cudalab::emulator
