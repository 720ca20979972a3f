// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/report/html/draw/traffic_lines.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "grader/compare/words.h"
#include "grader/report/html/draw/box.h"
#include "grader/report/html/draw/numbers.h"
#include "grader/report/html/pictures.h"
#include "grader/report/html/source_view.h"
#include "grader/report/html/svg.h"

namespace cudalab::grader::html {

namespace {

using nlohmann::json;

/// A count; 0 for anything else, and no more than can be drawn.
double count_of(const json& line, const char* name) {
  return std::clamp(number_of(line, name).value_or(0), 0.0, 1e15);
}

traffic_line line_of(const json& from) {
  traffic_line line;
  line.from = &from;
  line.file = text_of(from, "file");
  line.number = static_cast<int>(std::min(count_of(from, "line"), 1e9));
  line.place = short_place(line.file, line.number);
  line.space = text_of(from, "space");
  line.operation = text_of(from, "operation");
  line.global = line.space != "shared";
  const double requests = count_of(from, "requests");
  line.requests = static_cast<std::uint64_t>(requests);
  line.degree = static_cast<std::uint64_t>(std::max(count_of(from, "worst_conflict"), 1.0));
  if (requests == 0)
    return line;
  line.lanes = count_of(from, "lanes") / requests;
  line.each = line.global ? count_of(from, "sectors") / requests
                          : 1 + count_of(from, "conflicts") / requests;
  line.least = line.global ? count_of(from, "least_sectors") / requests : 1;
  return line;
}

/// "fft_pass, launched in line 180": one kernel may be launched in several lines.
std::string name_of_kernel(const json& kernel) {
  std::string name = text_of(kernel, "kernel");
  if (name.size() > 34)
    name = name.substr(0, 32) + "...";
  const double line = count_of(kernel, "line");
  return line > 0 ? fmt::format("{}, launched in line {:.0f}", name, line) : name;
}

} // namespace

std::size_t traffic_line::first_lane(const warp_example& of) {
  std::size_t lane = 0;
  while (lane < warp_lanes && !of.places[lane])
    ++lane;
  return lane;
}

std::vector<traffic_line> traffic_lines(const json& one_case) {
  std::vector<traffic_line> all;
  for (const json& kernel : list_of(one_case, "kernels"))
    for (const json& each : list_of(kernel, "lines"))
      if (traffic_line line = line_of(each); line.requests > 0) {
        line.kernel = name_of_kernel(kernel);
        all.push_back(std::move(line));
      }
  return all;
}

namespace {

constexpr double bar_left = 2, bar_right = 236, line_height = 34, line_bar_height = 12,
                 name_height = 22;
constexpr std::size_t most_rows = 16;

/// "8.5 sectors, 1.5 would do" or "4.0 passes, 8-way conflict"
std::string figures_of(const traffic_line& line) {
  if (line.global)
    return fmt::format("{:.1f} sectors{}", line.each,
                       line.wasteful() ? fmt::format(", {:.1f} would do", line.least) : "");
  return fmt::format("{:.1f} passes{}", line.each,
                     line.wasteful() ? fmt::format(", {}-way conflict", line.degree) : "");
}

/// Heights of the rows: a kernel's name stands above its first line where there are several.
struct layout {
  std::vector<double> tops; ///< of the lines
  std::vector<bool> named;
  double end = 0;
};

layout layout_of(const std::vector<traffic_line>& lines) {
  const std::size_t rows = std::min(lines.size(), most_rows);
  const bool several = lines.front().kernel != lines.back().kernel;
  layout all;
  for (std::size_t i = 0; i < rows; ++i) {
    all.named.push_back(several && (i == 0 || lines[i].kernel != lines[i - 1].kernel));
    all.end += all.named[i] ? name_height : 0;
    all.tops.push_back(all.end);
    all.end += line_height;
  }
  return all;
}

markup bars_of(const std::vector<traffic_line>& lines, const std::string& id) {
  const layout rows = layout_of(lines);
  svg drawing(id, picture_width, rows.end + 22, "Sectors and passes of a request, line by line",
              "For each source line how many sectors of global memory, or passes of shared memory, "
              "one request of a warp takes on average. The table has the same numbers.");
  const std::string waste = drawing.hatch("bad-ink", "bad-fill", 4);
  const axis scale{0, 32, bar_left, bar_right, false};
  for (std::size_t i = 0; i < rows.tops.size(); ++i) {
    const traffic_line& line = lines[i];
    const double y = rows.tops[i];
    if (rows.named[i])
      drawing.text(bar_left, y - 4, line.kernel, "small bold");
    drawing.text(bar_left, y + 12,
                 fmt::format("line {}, {} {}", line.number, line.space, line.operation), "small");
    drawing.text(picture_width - 2, y + 12, figures_of(line), "small soft", anchor::end);
    const double end = scale.at(line.each), needed = scale.at(std::min(line.least, line.each));
    drawing.rect(bar_left, y + 17, bar_right - bar_left, line_bar_height, "none-fill");
    drawing.rect(bar_left, y + 17, needed - bar_left, line_bar_height, "lane");
    if (line.wasteful()) {
      drawing.rect(needed, y + 17, end - needed, line_bar_height, "bad-fill");
      fill_box(drawing, needed, y + 17, end - needed, line_bar_height, waste);
    }
    drawing.text(bar_right + 6, y + 27, grouped(line.requests), "small");
  }
  const double foot = rows.end + 10;
  for (const double tick : {0.0, 8.0, 16.0, 24.0, 32.0})
    drawing.text(scale.at(tick), foot, fmt::format("{:g}", tick), "small soft",
                 tick == 0    ? anchor::start
                 : tick == 32 ? anchor::end
                              : anchor::middle);
  drawing.text(bar_right + 6, foot, "requests", "small soft");
  return drawing.finish();
}

markup caption_of(const std::vector<traffic_line>& lines) {
  std::string words =
      "Every line that touches memory. A bar is what one request (one instruction of a warp) takes "
      "on average: sectors of 32 bytes of global memory, or passes of shared memory. Filled: the "
      "least that would do; hatched: what is beyond it. On the right: how many requests.";
  if (lines.size() > most_rows)
    words += fmt::format(" The first {} of {} lines: the table has all.", most_rows, lines.size());
  return text(words);
}

} // namespace

markup draw_traffic_bars(const std::vector<traffic_line>& lines, const std::string& id) {
  return figure(bars_of(lines, id), caption_of(lines));
}

} // namespace cudalab::grader::html
