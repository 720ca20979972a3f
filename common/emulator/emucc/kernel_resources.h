// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What a GPU's compiler says that a kernel needs: only nvcc knows its registers.
#pragma once

#include <string>
#include <vector>

#include "emulator/emucc/options.h"

namespace cudalab::emulator {

struct kernel_resources {
  std::string kernel;         ///< without scope, template arguments and parameters
  unsigned registers = 0;     ///< of a thread
  unsigned spilled_bytes = 0; ///< of a thread: registers that had to be kept in memory
};

/// Reads what `nvcc -Xptxas -v` prints.
std::vector<kernel_resources> read_kernel_resources(const std::string& messages);

/// Asks nvcc ($CUDACXX; "none": nobody) about the .cu files of the command line; empty where there
/// is no nvcc or it fails.
std::vector<kernel_resources> ask_nvcc(const options& wanted);

/// C++ that puts the figures into the program, for observe/traffic/kernel_resources.h.
std::string resources_as_code(const std::vector<kernel_resources>& all);

} // namespace cudalab::emulator
