// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What the keys of `watch` do.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace cudalab::grader {

enum class watch_key { hint, report, output, next_lab, again, quit, explain };

/// Turns typed bytes into keys. Arrows and other keys that send an escape sequence, and letters
/// that mean nothing, are passed over; a sequence may come in pieces.
class key_reader {
public:
  std::vector<watch_key> read(std::string_view typed);

private:
  enum class place { ground, escape, sequence, one_more };
  place at_ = place::ground;
};

/// All keys in a line of at most `width` columns: in words, or as letters where it is narrow.
/// Without the report's where there is no report.
std::string key_line(std::size_t width, bool with_report);

/// Each key with what it does, a line each.
std::string key_page(bool with_report);

} // namespace cudalab::grader
