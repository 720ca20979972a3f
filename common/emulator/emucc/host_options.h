// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Options for the host compiler (-Xcompiler): which can be passed on without breaking the
/// emulation.
#pragma once

#include <string>

namespace cudalab::emulator {

enum class host_option {
  compiler,       ///< for every compilation, and the link
  linker,         ///< -Wl,...: for the link only
  optimization,   ///< -O2
  debug,          ///< -g
  standard,       ///< -std=...
  shared_library, ///< -fPIC: for what may become part of one
  dropped         ///< of no use here: -pie
};

/// @throws usage_error for one that would break the emulation; it says why
host_option judge_host_option(const std::string& word);

} // namespace cudalab::emulator
