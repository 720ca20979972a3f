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

/// Whether the argument must be written again in the lambda instead of being passed to it: 0 is a
/// null pointer, a variable that holds 0 is not. @pre not empty
bool stays_in_lambda(const code& source, span_of_code argument);

} // namespace cudalab::emulator
