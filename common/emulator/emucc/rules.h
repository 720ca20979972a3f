// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// CUDA's own rules, which plain C++ cannot see, checked by clang without a toolkit.
#pragma once

#include "emulator/emucc/options.h"

namespace cudalab::emulator {

enum class rules_outcome { clean, violated, not_checked };

/// Says on standard error what violates a rule. @throws missing_tool
rules_outcome check_rules(const options& wanted);

} // namespace cudalab::emulator
