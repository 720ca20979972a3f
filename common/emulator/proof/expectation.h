// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What the first lines of a proof program promise:
///
///     // Feature: one sentence: what must work.      or    // Finding: race leak
///     // Prints: a line of standard output                 (the whole output, in order)
///     // Says: a part of the report; {here} is FILE:LINE of the line that ends in `// @here`
///     // GPU: racecheck finds                              or    memcheck misses: why
///     // Options: -std=c++14                               for emucc and nvcc alike
///     // Devices: 2                                        it needs so many; else 1
#pragma once

#include <filesystem>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace cudalab::proof {

struct expectation {
  std::filesystem::path program;
  bool is_feature = false;
  std::string sentence;        ///< of a feature
  std::set<std::string> kinds; ///< of findings
  std::vector<std::string> prints;
  std::vector<std::string> says; ///< with {here} and the like replaced
  std::string gpu;               ///< "racecheck finds"; may be empty
  std::vector<std::string> options;
  std::string devices = "1";

  std::string name() const { return program.stem(); }
};

/// The head of a program is not what it should be. what() says which line.
struct bad_head : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// @throws bad_head
expectation read_expectation(const std::filesystem::path& program);

/// All blanks and line ends as one blank: how a report is broken into lines does not count.
std::string with_single_blanks(const std::string& text);

} // namespace cudalab::proof
