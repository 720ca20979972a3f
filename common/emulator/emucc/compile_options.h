// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The compiler's options for each kind of source and each flavour.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "emulator/emucc/options.h"

namespace cudalab::emulator {

using command_line = std::vector<std::string>;

inline void append(command_line& to, const command_line& words) {
  to.insert(to.end(), words.begin(), words.end());
}

/// Messages without colours and pictures, as emucc reads them.
command_line plain_messages();

/// Its language and standard, as far as the preprocessor must know them.
command_line language_options(const input& source, const options& wanted);

/// All that decides what the compiler makes of a text: language, messages, code, and the user's
/// own.
command_line compiler_options(const input& source, const options& wanted);

/// -O0, -O2, ...: of the code of a .cu file.
std::string optimization(const options& wanted);

/// How the code finds data and thread-local variables: as what it becomes part of needs.
command_line placement_options(const options& wanted);

/// -MD and the like: the file and the target have the names that nvcc gives them.
command_line dependency_words(const options& wanted, const std::filesystem::path& object);

} // namespace cudalab::emulator
