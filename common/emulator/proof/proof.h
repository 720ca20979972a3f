// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The two places where a proof program shows what it is worth.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "expectation.h"

namespace cudalab::proof {

/// Builds the program with emucc and runs it. (A fast program finds nothing.)
/// @return what differs from what the program promises, one sentence each
std::vector<std::string> prove_on_emulator(const expectation& wanted,
                                           const std::filesystem::path& emucc, bool checked);

struct gpu_options {
  std::string nvcc;
  std::string architecture = "native"; ///< after -arch=
  bool compile_only = false;
  unsigned at_once = 1; ///< programs that are built at the same time
};

/// Builds all with nvcc, runs them on this machine's GPU and, for findings, under
/// compute-sanitizer. Prints a table as Markdown. @return how many did not do what they promise
int prove_on_gpu(const std::vector<expectation>& wanted, const gpu_options& options);

} // namespace cudalab::proof
