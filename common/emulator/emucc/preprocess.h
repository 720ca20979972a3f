// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// From a .cu to the C++ that is compiled.
#pragma once

#include <filesystem>
#include <string>

#include "emulator/emucc/options.h"
#include "emulator/emucc/tool.h"
#include "emulator/emucc/toolchain.h"
#include "emulator/translate/translate.h"

namespace cudalab::emulator {

/// What a .cu gets of <cuda_runtime.h>, which it includes first without saying so.
enum class runtime_header {
  whole,
  macros ///< the declarations come from elsewhere (preamble.h)
};

/// What a text begins with.
struct first_headers {
  runtime_header runtime = runtime_header::whole;
  std::filesystem::path macros_of = {}; ///< of further headers, whose declarations come with those
};

/// Runs the preprocessor. `object`: the target in the rule for make, where one is wanted (-MD).
/// @throws missing_tool
finished preprocess(const input& source, const std::filesystem::path& object, const options& wanted,
                    const toolchain& tools, const first_headers& first = {});

/// Whether the text is of files that ask for __CUDA_ARCH__: preprocess() with the whole runtime
/// header then reads them as nvcc does, for the host and for the device.
bool needs_two_passes(const options& wanted, const toolchain& tools,
                      const std::string& preprocessed);

/// translate(), and what else the flavour needs.
translation translate_for(const options& wanted, const std::string& preprocessed);

/// Both, with the errors said on standard error. @throws build_error, missing_tool
translation preprocess_and_translate(const input& source, const std::filesystem::path& object,
                                     const options& wanted, const toolchain& tools);

/// The rule for make (-M). @throws build_error, missing_tool
std::string dependencies_of(const input& source, const std::filesystem::path& object,
                            const options& wanted, const toolchain& tools);

/// What a tool said, as a student reads it, on standard error.
void say(const finished& tool, const translation& translated, const toolchain& tools);

/// run_tool() with -v, and a clear word when the tool is not there. @throws missing_tool
finished run_or_throw(const std::vector<std::string>& command, const options& wanted);

} // namespace cudalab::emulator
