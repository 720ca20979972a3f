// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Words for memory that was touched from the wrong side.
#pragma once

#include "emulator/observe/findings/observed_finding.h"

namespace cudalab::emulator {

/// @pre host_pointer, host_access or constant_write
finding_words place_words(const finding& found);

} // namespace cudalab::emulator
