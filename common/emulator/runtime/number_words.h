// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Numbers in sentences.
#pragma once

#include <cstdint>
#include <string>

namespace cudalab::emulator {

/// 3840 as "3,840".
std::string grouped(std::uint64_t number);

/// "1 thread", "3,840 threads".
std::string counted(std::uint64_t number, const std::string& thing);

} // namespace cudalab::emulator
