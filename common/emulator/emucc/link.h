// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// From objects to a program.
#pragma once

#include <string>
#include <vector>

#include "emulator/emucc/options.h"
#include "emulator/emucc/scratch_folder.h"
#include "emulator/emucc/toolchain.h"

namespace cudalab::emulator {

/// @param parts objects, archives and linker options, in the order of the command line
/// @throws build_error, missing_tool
void link(const std::vector<std::string>& parts, const std::string& program, const options& wanted,
          const toolchain& tools, const scratch_folder& scratch);

} // namespace cudalab::emulator
