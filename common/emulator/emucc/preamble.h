// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The preamble: <cuda_runtime.h>, which every .cu begins with, translated and compiled beforehand.
/// It takes more of a small program's compile time than the program. A preamble may hold the
/// headers that a file includes first as well: those of a lab. One fits one set of options.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "emulator/emucc/compile_options.h"
#include "emulator/emucc/options.h"
#include "emulator/emucc/precompiled_header.h"
#include "emulator/emucc/scratch_folder.h"
#include "emulator/emucc/toolchain.h"

namespace cudalab::emulator {

/// Makes the one for a .cu with these options, where find_preamble() looks for it: beside the
/// emulator's library. With the first headers of the one input, where there is one: but not when
/// these are read in no time, or cannot be read. Says so on standard error when the compiler can
/// make none. @returns whether there is one now
/// @throws build_error, missing_tool, std::runtime_error
bool make_preamble(const options& wanted, const toolchain& tools, scratch_folder& scratch);

/// Whether there is one that nobody uses any more, since a header or the compiler is another one
/// now.
bool preamble_is_stale(const options& wanted, const toolchain& tools);

struct preamble {
  std::filesystem::path compiled;
  std::filesystem::path headers;  ///< besides <cuda_runtime.h>: a file that includes them; or empty
  bool names_vector_type = false; ///< in headers that are not the system's
};

/// The one with the most headers that fits. Empty when there is none.
std::optional<preamble> find_preamble(const input& source, const options& wanted,
                                      const toolchain& tools);

/// The options to use it.
command_line words_for(const preamble& found);

} // namespace cudalab::emulator
