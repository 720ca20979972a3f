// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// From a source file to an object.
#pragma once

#include <filesystem>

#include "emulator/emucc/options.h"
#include "emulator/emucc/scratch_folder.h"
#include "emulator/emucc/toolchain.h"

namespace cudalab::emulator {

/// @param dependency_target what make is told to be made of it: `object`, unless that is temporary
/// @throws build_error, missing_tool, std::runtime_error
void compile(const input& source, const std::filesystem::path& object,
             const std::filesystem::path& dependency_target, const options& wanted,
             const toolchain& tools, scratch_folder& scratch);

} // namespace cudalab::emulator
