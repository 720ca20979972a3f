// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What is bad about a kernel's traffic, in words.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace cudalab::emulator {

/// @param kernel an object of docs/formats.md's traffic report
/// @return sentences for a student, the costliest first; empty: nothing stands out
std::vector<std::string> traffic_advice(const nlohmann::json& kernel);

} // namespace cudalab::emulator
