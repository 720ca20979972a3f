// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Numbers of a distribution from one number of 32 or 64 bits each, by the inverse of its
/// distribution function: for sequences whose order must stay, and those that are generated one by
/// one.
#pragma once

#include <cstdint>

#include "emulator/runtime/curand/number_source.h"

namespace cudalab::emulator::curand {

union inverse_result {
  std::uint32_t bits;
  std::uint64_t long_bits;
  float single;
  double twice;
};

inverse_result inverse_of(const distribution& what, std::uint32_t bits);
inverse_result inverse_of(const distribution& what, std::uint64_t bits);

} // namespace cudalab::emulator::curand
