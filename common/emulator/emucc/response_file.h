// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Options from files: `@file`.
#pragma once

#include <string>
#include <vector>

namespace cudalab::emulator {

/// The words of a file: separated by blanks; quotes hold a word together, a backslash takes the
/// next character as it is.
std::vector<std::string> words_of_file(const std::string& text);

/// Each `@file` replaced by the words of that file, which may name others.
/// @throws usage_error when one cannot be read or they name each other without end
std::vector<std::string> with_response_files(const std::vector<std::string>& words);

} // namespace cudalab::emulator
