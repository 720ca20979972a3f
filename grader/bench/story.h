// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What a labNN_bench.cu has measured: schema cudalab/bench/v1, docs/formats.md.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "grader/lab.h"
#include "grader/report/terminal.h"

namespace cudalab::grader {

struct bench_row {
  std::string name;
  double ms = 0, low_ms = 0, high_ms = 0; ///< median and quartiles of one call
  double bytes = 0, flops = 0;            ///< of one call; 0: not told
  std::optional<traffic_counts> traffic;  ///< emulated device: counted instead of timed
};

struct bench_table {
  std::string name;
  std::string reference; ///< name of the row that others are compared with; may be empty
  std::vector<bench_row> rows;
};

struct bench_story {
  std::string title, device;
  std::vector<bench_table> tables;
  std::vector<std::string> remarks;
};

/// @throws std::runtime_error when the text is no such story
bench_story parse_story(const std::string& json);

/// How many times as fast as the table's reference; nothing without one, or without times.
std::optional<double> times_reference(const bench_table& table, const bench_row& row);

std::string to_text(const bench_story& story, const style& how);
/// One line a row, with a header.
std::string to_csv(const bench_story& story);
/// A bar for each row: time, or sectors of global memory on the emulated device.
std::string to_svg(const bench_story& story);

} // namespace cudalab::grader
