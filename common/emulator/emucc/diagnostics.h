// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The compiler's messages about rewritten text, said about the text that the student wrote.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "emulator/translate/translate.h"

namespace cudalab::emulator {

/// Messages of clang++ with file, line, column, severity and text (in English, without
/// source excerpts). Drops the lines about code that only the translator or the headers in
/// `headers` hold, and puts places of the student's text in place of the translator's.
std::string readable_messages(const std::string& messages, const translation& translated,
                              const std::filesystem::path& headers);

/// The same words by every linker: "file and line, error: undefined reference to", and the name.
/// Names of temporary files are left out.
std::string readable_linker_messages(const std::string& messages,
                                     const std::filesystem::path& scratch);

/// Makes errors of the warnings that a constant in braces does not fit its type, `char{300}`. nvcc
/// only warns where a variable may not fit. @return whether there were any
bool refuse_narrowed_constants(std::string& messages);

} // namespace cudalab::emulator
