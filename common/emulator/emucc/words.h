// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Questions about words.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace cudalab::emulator {

inline bool begins(std::string_view text, std::string_view prefix) {
  return text.substr(0, prefix.size()) == prefix;
}

inline bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != text.npos;
}

template <std::size_t Count>
bool one_of(std::string_view word, const std::array<std::string_view, Count>& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

} // namespace cudalab::emulator
