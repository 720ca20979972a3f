// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// clang's words about CUDA's rules, in words for a student. After each error a line
/// "...: note: remedy: " says what to do.
#pragma once

#include <filesystem>
#include <string>

namespace cudalab::emulator {

struct rule_messages {
  std::string text;
  int own_errors = 0;     ///< in the student's files
  int foreign_errors = 0; ///< in headers of the system or in `headers`; not in `text`
  int allowed = 0;        ///< what is no error; not in `text`
};

/// @param kernels_launch what CUDA's device runtime gives to kernels is allowed (-rdc=true), which
/// clang does not know
rule_messages read_rule_messages(const std::string& messages, const std::filesystem::path& headers,
                                 bool kernels_launch = false);

} // namespace cudalab::emulator
