// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The symbols of a 64-bit ELF object: just what linking for the emulated device needs.
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>

namespace cudalab::emulator {

struct object_symbols {
  std::set<std::string> missing_thread_locals; ///< undefined, thread-local
  std::set<std::string> defined;
};

/// Empty for what is not such an object.
object_symbols read_symbols(const std::filesystem::path& object);

/// Gives undefined symbols other names. @throws std::runtime_error when the file is damaged or
/// cannot be written
void rename_undefined(const std::filesystem::path& object,
                      const std::map<std::string, std::string>& names);

} // namespace cudalab::emulator
