// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// A plot of horizontal bars: every text is text, every colour is readable in print and in the dark.
#include <algorithm>

#include <fmt/format.h>

#include "grader/bench/plot_parts.h"
#include "grader/bench/story.h"
#include "grader/compare/words.h"

namespace cudalab::grader {

namespace {

constexpr int width = 760, left = 260, bar_height = 18, row_height = 26, title_height = 34;
constexpr int longest_bar = width - left - 120;

double value_of(const bench_row& row) {
  return row.traffic ? static_cast<double>(row.traffic->global_load_sectors +
                                           row.traffic->global_store_sectors)
                     : row.ms;
}

std::string label_of(const bench_table& table, const bench_row& row) {
  if (row.traffic)
    return grouped(static_cast<std::uint64_t>(value_of(row))) + " sectors";
  const auto times = times_reference(table, row);
  return fmt::format("{:.3g} ms", row.ms) + (times ? fmt::format(", {:.2f}x", *times) : "");
}

std::string bars(const bench_table& table, int& y) {
  std::string text = fmt::format("<text class=\"table\" x=\"10\" y=\"{}\">{}</text>\n", y + 20,
                                 in_xml(table.name));
  y += title_height;
  double longest = 0;
  for (const bench_row& row : table.rows)
    longest = std::max(longest, value_of(row));
  for (const bench_row& row : table.rows) {
    const double length = longest > 0 ? longest_bar * value_of(row) / longest : 0;
    text += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>\n"
                        "<rect class=\"{}\" x=\"{}\" y=\"{}\" width=\"{:.1f}\" height=\"{}\"/>\n"
                        "<text x=\"{:.1f}\" y=\"{}\">{}</text>\n",
                        left - 8, y + 14, in_xml(row.name),
                        row.name == table.reference ? "reference" : "bar", left, y, length,
                        bar_height, left + length + 6, y + 14, in_xml(label_of(table, row)));
    y += row_height;
  }
  y += 10;
  return text;
}

} // namespace

std::string to_svg(const bench_story& story) {
  int y = 50;
  std::string content;
  for (const bench_table& table : story.tables)
    content += bars(table, y);
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
      "height=\"{1}\" role=\"img\">\n<title>{2}</title>\n"
      "<style>text{{font:13px sans-serif;fill:#222}} .title{{font-size:17px;font-weight:bold}} "
      ".table{{font-weight:bold}} .bar{{fill:#2a6fb0}} .reference{{fill:#8a8f98}}\n"
      "@media (prefers-color-scheme: dark){{text{{fill:#eee}} .page{{fill:#1b1d21}}}} "
      ".page{{fill:#fff}}</style>\n"
      "<rect class=\"page\" width=\"{0}\" height=\"{1}\"/>\n"
      "<text class=\"title\" x=\"10\" y=\"30\">{2}</text>\n{3}</svg>\n",
      width, y, in_xml(story.title + " on " + story.device), content);
}

} // namespace cudalab::grader
