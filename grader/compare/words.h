// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Numbers and places as they are written in messages.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "grader/test_case.h"

namespace cudalab::grader {

/// 3840 -> "3,840"
inline std::string grouped(std::uint64_t value) {
  std::string text = std::to_string(value);
  for (std::size_t end = text.size(); end > 3; end -= 3)
    text.insert(end - 3, 1, ',');
  return text;
}

/// "-1234567", "0.8046366": a whole number in full, as long as a 32-bit one may be; else `digits`
/// digits.
inline std::string number_text(double value, int digits) {
  const bool in_full = value == std::trunc(value) && std::abs(value) < 1e10;
  return in_full ? fmt::format("{:.0f}", value) : fmt::format("{:.{}g}", value, digits);
}

/// "all 256 elements", "12 of 256 elements", "the only element"
inline std::string share(std::size_t part, std::size_t whole) {
  if (whole == 1)
    return "the only element";
  if (part == whole)
    return fmt::format("all {} elements", grouped(whole));
  return fmt::format("{} of {} elements", grouped(part), grouped(whole));
}

/// The verb of a share(): "is" of one element, else "are".
inline const char* verb_of(std::size_t part, const char* of_one, const char* of_several) {
  return part == 1 ? of_one : of_several;
}

/// "small; large; odd and 7 more": at most 5 names.
inline std::string list_of_names(const std::vector<std::string>& names) {
  const std::size_t shown = names.size() > 5 ? 4 : names.size();
  std::string text = names.front();
  for (std::size_t i = 1; i < shown; ++i)
    text += "; " + names[i]; // a name may have a comma
  return shown == names.size() ? text : fmt::format("{} and {} more", text, names.size() - shown);
}

/// "row 3, column 4"; "index 4" of an output with one row; a structure's member by its name.
inline std::string place(const grid_shape& shape, std::size_t row, std::size_t column) {
  if (column < shape.members.size())
    return shape.members[column];
  if (shape.rows <= 1)
    return fmt::format("index {}", column);
  return fmt::format("row {}, column {}", row, column);
}

/// The same, or what the expectation calls it.
inline std::string place(const expectation& wanted, std::size_t row, std::size_t column) {
  return wanted.place_name ? wanted.place_name(row, column) : place(wanted.shape, row, column);
}

} // namespace cudalab::grader
