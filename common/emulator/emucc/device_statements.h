// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The statements of device code and their lines, for advice on where a barrier belongs
/// (observe/symbols/source_statements.h).
#pragma once

#include <string>

#include "emulator/translate/translate.h"

namespace cudalab::emulator {

/// What a checked program carries: `file TAB its path` for each function, then a line a statement,
/// `depth sort first last flag`: how many statements are around it; plain, block, loop or branch;
/// its lines; `body` (of a function), `barrier` (calls __syncthreads), `perhaps` (calls something
/// of the name sync), `warp` (calls __syncwarp), `fence` (calls __threadfence or one of its kind),
/// `break`, `continue`, `switch` (of a branch) or `-`. Functions of files below
/// `own_headers` are left out.
std::string statement_lines(const translation& translated, const std::string& own_headers);

inline constexpr const char* statement_section = ".cudalab.statements";

} // namespace cudalab::emulator
