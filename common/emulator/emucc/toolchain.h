// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The compiler, and the emulator's headers and library, as they are on this machine.
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include "emulator/emucc/options.h"

namespace cudalab::emulator {

/// Something that must be installed or built is missing. what() says what and how to get it.
struct missing_tool : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct toolchain {
  std::string clang; ///< clang++, as it is started
  std::filesystem::path include_folder;
  std::filesystem::path library;         ///< libemulator.a
  std::vector<std::string> dependencies; ///< of it, for the linker
  bool gold = false;                     ///< links in half the time of the usual linker
};

/// The one that -ccbin names, or that was found when this project was built, or clang++. CXX has no
/// say: it may be g++, which does not tell of every access. @throws missing_tool
std::string find_clang(const options& wanted);

/// @throws missing_tool
toolchain find_toolchain(const options& wanted);

/// For --version. @throws missing_tool
std::string version_text(const options& wanted);

/// Where the drop-in headers are: beside this program, where it is installed or was built.
std::filesystem::path find_include_folder(const options& wanted);

/// The program as it would be started; empty when there is none.
std::filesystem::path find_program(const std::string& name);

/// This program itself.
std::filesystem::path own_program();
/// The folder that has bin, include and lib64, as a CUDA Toolkit has, where this program is
/// installed.
std::filesystem::path toolkit_folder();

} // namespace cudalab::emulator
