// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <algorithm>

#include <fmt/format.h>

#include "grader/bench/story.h"
#include "grader/compare/words.h"
#include "grader/report/wrap.h"

namespace cudalab::grader {

namespace {

using cells = std::vector<std::string>;

std::string or_dash(double value, const std::string& text) {
  return value > 0 ? text : "-";
}

/// 0.0123, 1.23, 123
std::string three_figures(double value) {
  return fmt::format("{:.{}f}", value, value < 0.1 ? 4 : value < 10 ? 3 : value < 100 ? 2 : 1);
}

const cells timed_header = {"ms", "quartiles", "GB/s", "TFLOP/s", "x reference"};

cells timed(const bench_table& table, const bench_row& row) {
  const double seconds = row.ms / 1e3;
  const auto times = times_reference(table, row);
  return {three_figures(row.ms),
          fmt::format("{}..{}", three_figures(row.low_ms), three_figures(row.high_ms)),
          or_dash(row.bytes, fmt::format("{:.0f}", row.bytes / seconds / 1e9)),
          or_dash(row.flops, fmt::format("{:.2f}", row.flops / seconds / 1e12)),
          times ? fmt::format("{:.2f}", *times) : "-"};
}

const cells counted_header = {"loads",  "sectors/load", "stores",  "sectors/store",
                              "shared", "conflicts",    "barriers"};

std::string each_of(std::uint64_t sum, std::uint64_t requests) {
  return requests == 0
             ? "-"
             : fmt::format("{:.1f}", static_cast<double>(sum) / static_cast<double>(requests));
}

cells counted(const traffic_counts& traffic) {
  return {grouped(traffic.global_load_requests),
          each_of(traffic.global_load_sectors, traffic.global_load_requests),
          grouped(traffic.global_store_requests),
          each_of(traffic.global_store_sectors, traffic.global_store_requests),
          grouped(traffic.shared_load_requests + traffic.shared_store_requests),
          grouped(traffic.shared_load_conflicts + traffic.shared_store_conflicts),
          grouped(traffic.barriers_per_block)};
}

/// Columns to the right of their names, in_columns.
std::string in_columns(const std::vector<cells>& lines) {
  std::vector<std::size_t> widths(lines.front().size());
  for (const cells& line : lines)
    for (std::size_t i = 0; i < line.size(); ++i)
      widths[i] = std::max(widths[i], line[i].size());
  std::string text;
  for (const cells& line : lines) {
    text += fmt::format("  {:<{}}", line[0], widths[0]);
    for (std::size_t i = 1; i < line.size(); ++i)
      text += fmt::format("  {:>{}}", line[i], widths[i]);
    text += "\n";
  }
  return text;
}

bool is_counted(const bench_table& table) {
  return !table.rows.empty() && table.rows.front().traffic.has_value();
}

std::string table_text(const bench_table& table, const style& how) {
  const bool counts = is_counted(table);
  std::vector<cells> lines(1, {""});
  const cells& header = counts ? counted_header : timed_header;
  lines[0].insert(lines[0].end(), header.begin(), header.end());
  for (const bench_row& row : table.rows) {
    cells line = counts ? counted(*row.traffic) : timed(table, row);
    line.insert(line.begin(), row.name);
    lines.push_back(line);
  }
  return fmt::format("\n{}\n{}", tinted(how, tint::bold, table.name), in_columns(lines));
}

std::string in_csv(const std::string& text) {
  if (text.find_first_of(",\"\n") == text.npos)
    return text;
  std::string quoted = "\"";
  for (const char c : text)
    quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

} // namespace

std::string to_text(const bench_story& story, const style& how) {
  std::string text = fmt::format("{} on {}\n", tinted(how, tint::bold, story.title), story.device);
  for (const bench_table& table : story.tables)
    text += table_text(table, how);
  if (std::any_of(story.tables.begin(), story.tables.end(), is_counted))
    text += "\n" + wrap("Counted, not timed: requests of warps, the 32-byte sectors that each "
                        "touches, requests to shared memory, passes lost to bank conflicts, and "
                        "barriers that a block passes. Only a GPU can say how fast it is.",
                        how.width, "  ");
  for (const std::string& each : story.remarks)
    text += "\n" + wrap(each, how.width, "  ");
  return text;
}

std::string to_csv(const bench_story& story) {
  std::string text = "table,row,ms,low_ms,high_ms,bytes,flops,times_reference,global_load_requests,"
                     "global_load_sectors,global_store_requests,global_store_sectors,"
                     "shared_requests,shared_conflicts,barriers_per_block\n";
  for (const bench_table& table : story.tables)
    for (const bench_row& row : table.rows) {
      text += in_csv(table.name) + "," + in_csv(row.name);
      if (row.traffic) {
        const traffic_counts& t = *row.traffic;
        text +=
            fmt::format(",,,,,,,{},{},{},{},{},{},{}\n", t.global_load_requests,
                        t.global_load_sectors, t.global_store_requests, t.global_store_sectors,
                        t.shared_load_requests + t.shared_store_requests,
                        t.shared_load_conflicts + t.shared_store_conflicts, t.barriers_per_block);
      } else {
        const auto times = times_reference(table, row);
        text +=
            fmt::format(",{:g},{:g},{:g},{:g},{:g},{},,,,,,,\n", row.ms, row.low_ms, row.high_ms,
                        row.bytes, row.flops, times ? fmt::format("{:g}", *times) : "");
      }
    }
  return text;
}

} // namespace cudalab::grader
