// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// How large a launch may be on this device.
#pragma once

#include <cstddef>

namespace cudalab::emulator {

inline constexpr std::size_t shared_bytes_per_block = 48 * 1024;
/// After cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, ...).
inline constexpr std::size_t shared_bytes_per_block_optin = 227 * 1024;
inline constexpr unsigned max_block_z = 64;
inline constexpr unsigned max_grid_x = 0x7fffffff;
inline constexpr unsigned max_grid_yz = 65535;

} // namespace cudalab::emulator
