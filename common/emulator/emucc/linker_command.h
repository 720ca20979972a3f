// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The linker's own command line. The compiler's driver takes as long to make it as the linker to
/// obey it, and it is the same for all programs but for the program's parts: it is asked once, and
/// its answer kept beside the preambles.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "emulator/emucc/compile_options.h"
#include "emulator/emucc/scratch_folder.h"
#include "emulator/emucc/toolchain.h"

namespace cudalab::emulator {

/// What stands before the parts of a program, or of a shared library, when the driver links:
/// clang++ -no-pie ...
command_line driver_for_linking(const toolchain& tools, bool shared = false);

/// Asks the driver, and keeps what it says. Keeps nothing when its answer is not understood.
/// @throws std::runtime_error
void keep_linker_command(const toolchain& tools, scratch_folder& scratch);

/// The command for these parts, as the driver is given them (objects, libraries, -L, -l, -Wl,);
/// empty when none was kept, when the compiler is another one now, or when the driver is needed for
/// a part.
std::optional<command_line> linker_command(const toolchain& tools, const command_line& parts,
                                           const std::string& program);

/// The last line that is a command in what clang -### says: "/usr/bin/ld" "-o" "a b".
command_line read_driver_command(const std::string& said);

} // namespace cudalab::emulator
