// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// How far each kernel is from what the device allows: a page with two plots, of what the bench
/// programs of any number of labs have measured.
///
/// A row states how much it needs of each limit at least, such as bytes of memory. What it needs
/// divided by what the limit allows in a second is the least time by that limit; the limit that
/// applies is the one with the longest, and that time divided by the measured one is the part
/// reached. A limit allows its peak, which is computed of what the device says of itself, or, where
/// no peak is known, what a simple task reached in the same run.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "grader/bench/story.h"

namespace cudalab::grader {

struct measured_lab {
  std::string file; ///< where it was read from, for messages
  bench_story story;
};

/// In the order of the labs. @throws std::runtime_error, which names the file: nothing was timed,
/// two files of one lab, or measured on different devices
std::vector<measured_lab> in_order(std::vector<measured_lab> labs);

/// How much one call of this row needs of a limit at least; 0: not stated.
double need_of(const bench_row& row, const std::string& limit);

/// What a limit of this run allows.
struct allowance {
  const bench_limit* limit = nullptr;
  double measured = 0; ///< units a second, by the best task of this run; 0: not measured
  std::string measured_by = {};
  double rate() const { return limit->peak > 0 ? limit->peak : measured; }
};

/// Those that rows of this lab need.
std::vector<allowance> allowances(const bench_story& story);

struct judged_row {
  const bench_table* table = nullptr;
  const bench_row* row = nullptr;
  std::optional<allowance> by = {}; ///< the limit that applies; empty: none is known
  double amount = 0;                ///< that it needs of it
  double least_ms = 0;
  double part = 0;             ///< reached, of what the limit allows
  double part_of_measured = 0; ///< of what the simple task reached; 0: not measured
};

/// A row that has stated nothing, or was not timed, or whose limits are all unknown: without `by`.
judged_row judge_row(const bench_table& table, const bench_row& row,
                     const std::vector<allowance>& by);

/// A lab with its judged rows, of tables in which some row has stated something.
struct judged_lab {
  const bench_story* story = nullptr;
  std::vector<allowance> by = {};
  std::vector<judged_row> rows = {};
  std::vector<const bench_table*> not_stated = {}; ///< the other tables
};
/// `story` must outlive it.
judged_lab judge_lab(const bench_story& story);

struct limits_page {
  std::string markdown, fractions_svg, roofline_svg;
};

/// "2026-11-29-limits" -> "2026_11_29_limits": the plots are NAME_fractions.svg, NAME_roofline.svg
std::string plot_name(const std::string& page_name);

/// `labs`: as in_order() gives them. `all_labs`: those of the course; the page names what is
/// missing here. `page_name`: the page's, without its folder and ".md".
limits_page page_of_limits(const std::vector<measured_lab>& labs,
                           const std::vector<std::string>& all_labs, const std::string& page_name);

// Its plots.
std::string fractions_svg(const std::vector<judged_lab>& labs, const std::string& device);
std::string roofline_svg(const std::vector<judged_lab>& labs, const std::string& device);

/// "17.2 GFLOP", "2,500 launches"
std::string amount_text(const bench_limit& of, double amount);
/// "4.92 TB/s", "2.1 microseconds each": so much a second
std::string rate_text(const bench_limit& of, double rate);

} // namespace cudalab::grader
