// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// CUDA's own rules, which plain C++ cannot see, checked by clang without a toolkit.
#pragma once

#include "emulator/emucc/options.h"
#include "emulator/emucc/toolchain.h"

namespace cudalab::emulator {

enum class rules_outcome { clean, violated, not_checked };

/// Says on standard error what violates a rule. @throws missing_tool
rules_outcome check_rules(const options& wanted, const toolchain& tools);

/// Makes <cuda_runtime.h>, as these rules see it, beforehand; without it the check takes four times
/// as long. @throws build_error, missing_tool, std::runtime_error
void make_rules_preamble(const options& wanted, const toolchain& tools);

} // namespace cudalab::emulator
