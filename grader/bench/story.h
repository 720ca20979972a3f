// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What a labNN_bench.cu has measured: schema cudalab/bench/v1, docs/formats.md.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "grader/lab.h"
#include "grader/report/terminal.h"

namespace cudalab::grader {

struct bench_row {
  std::string name;
  double ms = 0, low_ms = 0, high_ms = 0; ///< median and quartiles of one call
  double bytes = 0, flops = 0;            ///< of one call; 0: not told
  std::optional<traffic_counts> traffic;  ///< emulated device: counted instead of timed
  int exercise = 0;                       ///< 0: of none, or not told
  /// The least that one call must do, by limit. Empty: not stated, and then nothing below is.
  std::vector<std::pair<std::string, double>> needs = {};
  std::string formula = {}, kept_by = {}; ///< the same in words; what keeps it from the limit
  std::string measures = {};              ///< the limit that it measures; may be empty
};

struct bench_table {
  std::string name;
  std::string reference; ///< name of the row that others are compared with; may be empty
  std::vector<bench_row> rows;
};

/// Something that the device can do only so much of in a second.
struct bench_limit {
  std::string id, name, unit;
  double peak = 0;            ///< units a second; 0: not told
  std::string peak_from = {}; ///< where the peak is from
};

/// A simple task that does nothing but what one limit limits, measured in the same run.
struct bench_anchor {
  std::string of, name;
  double amount = 0, ms = 0, low_ms = 0, high_ms = 0;
};

/// What the device says of itself; 0: not told.
struct bench_machine {
  std::string compute_capability;
  int devices = 0, multiprocessors = 0, clock_khz = 0;
  int l2_bytes = 0, driver = 0, runtime = 0;
};

struct bench_story {
  std::string title, device;
  std::vector<bench_table> tables;
  std::vector<std::string> remarks;
  std::string lab = {}; ///< "lab04"; empty: not told
  bench_machine machine = {};
  std::vector<bench_limit> limits = {};
  std::vector<bench_anchor> anchors = {};
  std::vector<std::pair<int, std::string>> not_measured = {}; ///< exercises, and why
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
