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

/// Its `extern __shared__` arrays, as far as one object tells: undefined thread-local variables.
std::set<std::string> dynamic_shared_arrays(const std::filesystem::path& object);

/// Gives all of them the name that they stand for in every program, so that any linker finds it.
/// Their own names are kept in a section.
void bind_dynamic_shared_arrays(const std::filesystem::path& object);

/// As C++ writes it, where it is a name of C++.
std::string readable_name(const std::string& linker_name);

/// What a definition gets behind its name so that nothing but its own object finds it.
inline constexpr const char* apart_suffix = ".submission";

/// Definitions that are no plain functions of the global namespace get the suffix. A linker takes
/// the first definition of a name, which is the submission's: else its own version of a template of
/// the C++ library, or of a function of a library that the worker is made with, would run in the
/// worker, too. @throws as rename_undefined
void keep_definitions_apart(const std::filesystem::path& object);

} // namespace cudalab::emulator
