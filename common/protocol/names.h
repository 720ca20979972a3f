// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Words of the protocol for its enumerations, in both directions. For this folder only.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "protocol/messages.h"

namespace cudalab::protocol {

/// The name of the i-th enumerator stands at i.
template <std::size_t count>
using name_list = std::array<std::string_view, count>;

inline constexpr name_list<4> type_names{"int", "unsigned", "float", "double"};
inline constexpr name_list<2> space_names{"device", "host"};
inline constexpr name_list<3> direction_names{"input", "output", "inout"};
inline constexpr name_list<5> maker_names{"any thread", "thread of same number",
                                          "steps of all threads", "threads that go on",
                                          "enough blocks"};

template <std::size_t count, typename Enum>
std::string name_in(const name_list<count>& names, Enum value) {
  return std::string(names.at(static_cast<std::size_t>(value)));
}

template <typename Enum, std::size_t count>
std::optional<Enum> value_in(const name_list<count>& names, std::string_view name) {
  for (std::size_t i = 0; i < count; ++i)
    if (names[i] == name)
      return static_cast<Enum>(i);
  return std::nullopt;
}

} // namespace cudalab::protocol
