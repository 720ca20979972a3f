// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// A header compiled beforehand, kept beside the emulator's library in preambles/. Beside it stands
/// what it was made of: the words of the command, the compiler, and each header with its size and
/// time. As soon as one of these differs, it is not used.
#pragma once

#include <filesystem>
#include <set>
#include <string>

#include "emulator/emucc/compile_options.h"
#include "emulator/emucc/options.h"
#include "emulator/emucc/toolchain.h"

namespace cudalab::emulator {

class precompiled_header {
public:
  /// @param name "checked-c++17"
  /// @param words whatever may change what the compiler makes of the header
  precompiled_header(const std::string& name, const command_line& words, const toolchain& tools);

  /// build/lib/preambles/checked-c++17.pch and its neighbours.
  std::filesystem::path file(const char* extension) const;

  /// False also when there is none.
  bool is_up_to_date() const;

  /// It was made, and is not up to date any more.
  bool is_stale() const;

  /// Before it is made anew, so that nobody takes the old one for the new one.
  void forget() const;

  /// The file .new is complete, and becomes the header for those who compile from now on.
  /// @param preprocessed its text: names the files that were read
  /// @param but of them, the file that is made for this only
  void keep(const std::string& preprocessed, const std::filesystem::path& but) const;

private:
  std::filesystem::path place_; ///< without extension
  std::filesystem::path compiler_;
  std::string words_;
};

/// Its file, with size and time.
std::string identity_of_compiler(const toolchain& tools);

/// Whether the preprocessor was told nothing besides folders of headers: all else could change what
/// the headers themselves say.
bool only_folders(const options& wanted);

} // namespace cudalab::emulator
