// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Which observers are on.
#pragma once

#include <memory>
#include <vector>

#include "emulator/observe/observer.h"

namespace cudalab::emulator {

/// From __tsan_init: this program was compiled with callbacks, so there is something to see.
void program_is_checked();

/// Replace the observers that are on. Between launches only.
void set_observers(std::vector<std::shared_ptr<observer>> observers);

} // namespace cudalab::emulator
