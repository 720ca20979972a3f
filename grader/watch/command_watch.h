// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#pragma once

#include "grader/cli/options.h"

namespace cudalab::grader {

/// The command `watch`, as those of cli/commands.h.
int command_watch(const options& given);

} // namespace cudalab::grader
