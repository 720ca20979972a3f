// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// From a name back to the value that has it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace cudalab::findings {

/// The one of the first `count` values whose name_of() this is.
template <class Value>
std::optional<Value> value_named(std::size_t count, const std::string& name) {
  for (std::size_t i = 0; i < count; ++i)
    if (const auto value = static_cast<Value>(i); name_of(value) == name)
      return value;
  return {};
}

} // namespace cudalab::findings
