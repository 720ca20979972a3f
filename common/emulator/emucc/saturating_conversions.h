// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Conversions of a float or double to an integer that cannot hold it. C++ does not say what comes
/// out; on a GPU it is the nearest integer, of 32 bits at least. Which functions run on the device
/// is not known in clang's intermediate code (lambdas, `__host__ __device__`), so that every
/// conversion of a .cu file asks, where the number does not fit.
#pragma once

#include <string>
#include <string_view>

namespace cudalab::emulator {

/// clang's intermediate code (-S -emit-llvm), where nothing is optimised yet, with these
/// conversions as an NVIDIA GPU makes them while a kernel runs, and as before elsewhere:
///
///     to 32 and 64 bits    the nearest integer that there is; a NaN becomes 0, or from double and
///                          to 64 bits the number of which only the highest bit is set
///     to 8 and 16 bits     to 32 bits of the same sign, and the low bits of that
std::string with_saturating_conversions(std::string_view code);

} // namespace cudalab::emulator
