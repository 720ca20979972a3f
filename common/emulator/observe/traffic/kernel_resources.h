// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What nvcc said of the program's kernels, when `emucc --profile` could ask it.
#pragma once

#include <optional>
#include <string>

namespace cudalab::emulator {

struct register_use {
  unsigned registers = 0;     ///< of a thread
  unsigned spilled_bytes = 0; ///< of a thread: registers that had to be kept in memory
};

/// Nothing where nvcc was not asked or does not know the kernel. Of several instances of a template
/// the one that needs most.
std::optional<register_use> register_use_of(const std::string& kernel);

/// Whether emucc was asked for a profile: traffic is observed then, unless the program or the
/// environment says otherwise.
bool built_for_profile();

} // namespace cudalab::emulator
