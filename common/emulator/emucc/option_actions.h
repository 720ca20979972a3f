// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What each option changes.
#pragma once

#include <string>
#include <vector>

#include "emulator/emucc/option_table.h"
#include "emulator/emucc/options.h"

namespace cudalab::emulator {

/// One option of the command line, its value apart from it.
struct given_option {
  const option_entry& entry;
  std::string word;  ///< as it was written
  std::string value; ///< may be empty
};

/// False: this option is not of that sort. @throws usage_error
bool choose_action(const given_option& given, options& result);
bool choose_files(const given_option& given, options& result);
bool choose_preprocessing(const given_option& given, options& result);
bool choose_compilation(const given_option& given, options& result);

/// nvcc's kinds of warnings, and the host compiler's; `all-warnings` or nothing: all of them.
void make_warnings_errors(const std::string& kinds, options& result);
/// Whether -Werror can be followed by this word as its value.
bool is_kind_of_warning(const std::string& word);

/// "a,b\,c" as "a" and "b,c".
std::vector<std::string> split_at_commas(const std::string& text);

void add_for_linker(const std::string& word, options& result);

/// Those of the host compiler. @throws usage_error
void add_host_options(const std::vector<std::string>& words, options& result);

} // namespace cudalab::emulator
