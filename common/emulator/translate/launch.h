// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Finds the parts of a launch around its <<<.
#pragma once

#include <string>
#include <vector>

#include "emulator/translate/code.h"

namespace cudalab::emulator {

/// kernel <<< configuration >>> ( arguments ), as places in a `code`.
struct launch_parts {
  span_of_code kernel;
  std::string name;           ///< the kernel's, without namespace and template arguments
  span_of_code configuration; ///< between <<< and >>>
  std::vector<span_of_code> arguments;
  std::size_t arguments_open = 0;  ///< the (
  std::size_t arguments_close = 0; ///< the )
  std::string error;               ///< not empty: what is wrong; the rest does not count
};

/// Whether piece `at` is the first < of a <<<. Also true for `<< <`, which nvcc takes too.
bool begins_launch(const code& source, std::size_t at);

/// @pre begins_launch(source, open)
launch_parts read_launch(const code& source, std::size_t open);

} // namespace cudalab::emulator
