// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// How a tensor core of NVIDIA's Hopper adds: products are exact, and all of them are added to the
/// sum at once. Each is first moved to the exponent of the largest, and what lies below 2 bits
/// behind a float's last is cut off. So is what does not fit into the result. Measured on an H200,
/// where 7,372,800 sums of each type of element had no other bit: docs/tensor_cores.md.
#pragma once

#include <array>
#include <cstdint>

#include "emulator/include/cudalab/matrix/matrix_functions.h"

namespace cudalab::emulator {

/// An element of a factor: significand * 2^(exponent - fraction bits of its type). What is smaller
/// than the type's normal numbers keeps their least exponent.
struct tensor_number {
  std::int32_t significand = 0;
  std::int32_t exponent = 0;
  bool finite = true;
  float special = 0; ///< infinity or NaN, where it is not finite
};

/// From its bits: 16 for half and bfloat16; of TensorFloat-32 a float's, the last 13 are not used.
tensor_number tensor_number_of(std::uint32_t bits, matrices::element kind);

/// The NaN of tensor cores, whatever it was made of.
inline constexpr std::uint32_t tensor_nan = 0x7fffffff;

/// c + a[0] b[0] + ... + a[count - 1] b[count - 1], by one step. count <= 16.
float tensor_sum(float c, const tensor_number* a, const tensor_number* b, unsigned count,
                 matrices::element kind);

} // namespace cudalab::emulator
