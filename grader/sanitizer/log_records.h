// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The shape of a compute-sanitizer log: records of a head line and indented lines, and in them
/// places such as "at matmul(float *)+0x310 in /home/me/lab04.cu:17".
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cudalab::grader {

struct log_record {
  std::string head;
  std::vector<std::string> lines; ///< without their indentation
};

/// Lines without the tool's prefix, and lines that are too long to be its own, are left out.
std::vector<log_record> split_log(const std::string& text);

/// A place in a kernel.
struct log_place {
  std::string function; ///< "matmul_tiled_kernel": no parameters, no template arguments
  std::string file;     ///< empty: built without line information
  int line = 0;
};

/// From "void k<(int)16>(float *)+0x310 in lab04.cu:17".
log_place parse_place(std::string_view text);

struct log_thread {
  std::array<unsigned, 3> thread{}, block{};
};

/// From "by thread (8,0,0) in block (0,0,0)".
std::optional<log_thread> parse_thread(std::string_view line);

/// The first whole number in `text`; thousands may be separated by commas. 0 when there is none.
std::uint64_t first_number(std::string_view text);

} // namespace cudalab::grader
