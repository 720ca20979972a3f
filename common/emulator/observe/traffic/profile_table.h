// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The traffic report as a person reads it: a table a kernel, and what stands out.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

namespace cudalab::emulator {

/// @param kernels the array of docs/formats.md's traffic report
std::string profile_table(const nlohmann::json& kernels);

} // namespace cudalab::emulator
