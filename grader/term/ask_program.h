// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Another program's answer.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace cudalab::term {

struct program_answer {
  std::optional<int> exit; ///< nothing: it was ended by a signal
  std::string text; ///< what it printed, no more than `most` bytes; standard error is dropped
  bool good() const { return exit == 0; }
};

/// Looks for it along PATH, and waits for its end. It has no input.
/// @param environment "NAME=value": all of it but PATH, which is ours
/// @param directory to work in; empty: ours
/// Nothing: it is not installed. @throws std::system_error
std::optional<program_answer> ask_program(std::vector<std::string> words,
                                          std::vector<std::string> environment, std::size_t most,
                                          const std::filesystem::path& directory = {});

} // namespace cudalab::term
