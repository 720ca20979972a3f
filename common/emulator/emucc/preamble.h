// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The preamble: <cuda_runtime.h>, which every .cu begins with, translated and compiled beforehand.
/// It takes more of a small program's compile time than the program. One fits one set of options.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "emulator/emucc/compile_options.h"
#include "emulator/emucc/options.h"
#include "emulator/emucc/scratch_folder.h"
#include "emulator/emucc/toolchain.h"

namespace cudalab::emulator {

/// Makes the one for a .cu with these options, where find_preamble() looks for it: beside the
/// emulator's library. Says so on standard error when the compiler can make none.
/// @throws build_error, missing_tool, std::runtime_error
void make_preamble(const options& wanted, const toolchain& tools, scratch_folder& scratch);

/// Empty when there is none that fits.
std::optional<std::filesystem::path> find_preamble(const options& wanted, const toolchain& tools);

/// The options to use it.
command_line words_for(const std::filesystem::path& preamble);

} // namespace cudalab::emulator
