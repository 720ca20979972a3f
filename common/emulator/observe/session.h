// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Which observers are on.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "emulator/observe/finding.h"
#include "emulator/runtime/observer.h"

namespace cudalab::emulator {

/// From __tsan_init: this program was compiled with callbacks, so there is something to see.
void program_is_checked();

/// Whether the program was compiled with callbacks.
bool program_is_watched();

/// All that was found since it was last asked, when the program ends. `ended_well`: by itself and
/// with success, so that what is still allocated was forgotten.
std::vector<finding> findings_of_program(bool ended_well);

/// The table of traffic, when CUDALAB_OBSERVE=traffic; else empty.
std::string profile_of_program();

/// Replace the observers that are on. Between launches only.
void set_observers(std::vector<std::shared_ptr<observer>> observers);

} // namespace cudalab::emulator
