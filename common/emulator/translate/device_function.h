// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Where device code is: the bodies of functions with `__global__` or `__device__`.
#pragma once

#include <string_view>

#include "emulator/translate/code.h"

namespace cudalab::emulator {

struct device_body {
  std::string_view name; ///< of the function; empty: a lambda
  span_of_code pieces;   ///< from { to }; empty: nothing is defined here
};

/// @pre source[keyword] is one of the two words
device_body read_device_body(const code& source, std::size_t keyword);

} // namespace cudalab::emulator
