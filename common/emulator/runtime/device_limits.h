// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// How large a launch may be on this device.
#pragma once

#include <cstddef>
#include <string>

#include "emulator/include/cudalab/api.h"
#include "emulator/runtime/execution.h"

namespace cudalab::emulator {

inline constexpr std::size_t shared_bytes_per_block = 48 * 1024;
/// After cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, ...).
inline constexpr std::size_t shared_bytes_per_block_optin = 227 * 1024;
inline constexpr unsigned max_block_z = 64;
inline constexpr unsigned max_grid_x = 0x7fffffff;
inline constexpr unsigned max_grid_yz = 65535;

/// Dynamic, that cudaFuncSetAttribute allowed this kernel; 0: nothing was asked for.
std::size_t opted_in_shared_bytes(const std::string& kernel);

/// What cudaGetLastError() says after such a launch. One that cannot run becomes a finding.
cudaError_t check_launch(const launch_record& launch, cudaStream_t stream);

/// Streams that cudaStreamCreate made, and the default ones.
bool is_stream(cudaStream_t stream);

} // namespace cudalab::emulator
