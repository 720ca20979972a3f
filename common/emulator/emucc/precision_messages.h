// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What the compiler says of doubles and floats, on behalf of the advice double_arithmetic.
#pragma once

#include <string>
#include <vector>

namespace cudalab::emulator {

/// What the compiler must warn of.
std::vector<std::string> precision_warnings();

/// A message that a float becomes a double.
bool is_promotion(const std::string& text);
/// A message that a double becomes a float.
bool is_narrowing(const std::string& text);
bool is_about_precision(const std::string& text);

/// The messages without those of these warnings and what belongs to them.
std::string without_precision(const std::string& messages);

} // namespace cudalab::emulator
