// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// From a source file to an object.
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>

#include "emulator/emucc/options.h"
#include "emulator/emucc/scratch_folder.h"
#include "emulator/emucc/toolchain.h"

namespace cudalab::emulator {

/// A mistake in the program that is being built; it has been said on standard error.
struct build_error : std::runtime_error {
  build_error() : std::runtime_error("errors in the program") {}
};

struct translation;

/// Preprocesses the .cu and rewrites it as C++. `object`: what make is told to be made of it, where
/// that is wanted. @throws build_error, missing_tool
translation preprocess_and_translate(const input& source, const std::filesystem::path& object,
                                     const options& wanted, const toolchain& tools);

/// The rule for make (-M). @throws build_error, missing_tool
std::string dependencies_of(const input& source, const std::filesystem::path& object,
                            const options& wanted, const toolchain& tools);

/// @param dependency_target what make is told to be made of it: `object`, unless that is temporary
/// @throws build_error, missing_tool, std::runtime_error
void compile(const input& source, const std::filesystem::path& object,
             const std::filesystem::path& dependency_target, const options& wanted,
             const toolchain& tools, scratch_folder& scratch);

/// run_tool() with -v, and a clear word when the tool is not there.
struct finished run_or_throw(const std::vector<std::string>& command, const options& wanted);

} // namespace cudalab::emulator
