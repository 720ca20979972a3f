// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The headers that a file includes before anything else: many files begin with the same, and a
/// preamble can hold them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "emulator/emucc/compile_options.h"
#include "emulator/emucc/options.h"
#include "emulator/emucc/toolchain.h"

namespace cudalab::emulator {

/// With their brackets or quotes, up to the first line that is no include of a name, no comment and
/// not blank.
std::vector<std::string> leading_includes(std::string_view text);

/// The first headers of a file, all or some of them, and what they mean there.
class leading_headers {
public:
  /// None of them.
  leading_headers() = default;
  /// All of them. A file that passes for another one (original_of) begins with the other's.
  static leading_headers of(const input& source, const options& wanted);
  /// All of them, one less, and so on to none.
  static std::vector<leading_headers> all_of(const input& source, const options& wanted);

  bool empty() const { return names_.empty(); }
  /// The lines that include them.
  std::string text() const;
  /// Tells their names apart from others': "-1f2e3d4c5b6a7988". Empty: there are none.
  std::string suffix() const;
  /// Whatever decides which files they are: the folders of -I, and where each was found, which may
  /// be beside the source.
  command_line words() const;

private:
  std::vector<std::string> names_, files_, folders_;
};

/// Of a preprocessed text, what is neither of the system nor of the emulator.
std::string text_of_own_headers(const std::string& preprocessed, const toolchain& tools);

} // namespace cudalab::emulator
