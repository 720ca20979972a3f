// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// A timeline that the emulated device has printed (common/emulator/timeline.h): a row an engine.
#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "grader/report/html/pictures.h"
#include "grader/report/html/svg.h"

namespace cudalab::grader::html {

namespace {

using nlohmann::json;

constexpr std::size_t engine_rows = 3, most_devices_drawn = 8, most_timeline_columns = 200;
constexpr std::array<const char*, engine_rows> engine_marks{"HtoD ", "kern ", "DtoH "};
constexpr std::array<const char*, engine_rows> numbered_marks{"in.", "run", "out"};
constexpr std::array<const char*, engine_rows> engine_words{"copies in", "kernels", "copies out"};
constexpr std::array<const char*, 3> stream_class{"warn-fill", "reach", "good-fill"};
constexpr double engines_left = 80, engines_top = 8, engine_height = 30, work_height = 22;

struct engine_row {
  std::string name; ///< "copies in", "copies in, 1": of device 1
  std::string work; ///< a letter or digit: the stream; a dot: nothing
};

struct printed_timeline {
  std::vector<engine_row> rows; ///< three for each device
  std::string time;             ///< "404us"
};

/// The row that a line begins, or nothing. Where there are several devices: "in.1 ".
std::optional<engine_row> row_in(const std::string& line) {
  for (std::size_t i = 0; i < engine_rows; ++i) {
    if (line.rfind(engine_marks[i], 0) == 0)
      return engine_row{engine_words[i], line.substr(5)};
    if (line.size() > 5 && line.rfind(numbered_marks[i], 0) == 0 && line[3] >= '0' &&
        line[3] < '0' + static_cast<char>(most_devices_drawn) && line[4] == ' ')
      return engine_row{fmt::format("{}, {}", engine_words[i], line[3]), line.substr(5)};
  }
  return {};
}

/// It comes from a student's program: anything else than such rows is no timeline.
std::optional<printed_timeline> timeline_in(const std::string& printed) {
  printed_timeline found;
  std::istringstream lines(printed);
  for (std::string line; std::getline(lines, line);) {
    if (const auto row = row_in(line); row && found.rows.size() < engine_rows * most_devices_drawn)
      found.rows.push_back(*row);
    if (line.rfind("time 0", 0) == 0 && line.rfind('-') != std::string::npos)
      found.time = line.substr(line.rfind('-') + 1);
  }
  if (found.rows.empty() || found.rows.size() % engine_rows != 0)
    return {};
  const std::size_t columns = found.rows[0].work.size();
  if (columns == 0 || columns > most_timeline_columns || found.time.empty() ||
      found.time.size() > 12)
    return {};
  const auto is_work = [](unsigned char each) {
    return std::isalnum(each) != 0 || each == '.' || each == '#';
  };
  for (const engine_row& row : found.rows)
    if (row.work.size() != columns || !std::all_of(row.work.begin(), row.work.end(), is_work))
      return {};
  return found;
}

const char* class_of_stream(char stream) {
  return stream == '0' ? "none-fill" : stream_class[static_cast<unsigned char>(stream) % 3];
}

} // namespace

markup timeline_picture(const check_view& view) {
  std::optional<printed_timeline> found;
  for (const json& each : view.check.value("details", json::array()))
    if (each.is_string() && !found)
      found = timeline_in(each.get<std::string>());
  if (!found)
    return {};
  const std::size_t columns = found->rows[0].work.size();
  const double foot = engines_top + engine_height * static_cast<double>(found->rows.size());
  std::string told;
  for (const engine_row& row : found->rows) {
    const auto idle = std::count(row.work.begin(), row.work.end(), '.');
    told += fmt::format("{}: busy for {} % of the time. ", row.name,
                        100 * (columns - static_cast<std::size_t>(idle)) / columns);
  }
  svg drawing(view.id, picture_width, foot + 22, "When copies and kernels run, by the model", told);
  const double step =
      (picture_width - picture_margin - engines_left) / static_cast<double>(columns);
  for (std::size_t i = 0; i < found->rows.size(); ++i) {
    const std::string& row = found->rows[i].work;
    const double y = engines_top + engine_height * static_cast<double>(i);
    drawing.text(0, y + 15, found->rows[i].name, "small");
    drawing.line(engines_left, y + work_height + 2, picture_width - picture_margin,
                 y + work_height + 2, "thin");
    for (std::size_t begin = 0; begin < columns;) {
      std::size_t end = begin + 1;
      while (end < columns && row[end] == row[begin])
        ++end;
      if (row[begin] != '.') {
        const double x = engines_left + step * static_cast<double>(begin);
        const double width = step * static_cast<double>(end - begin);
        drawing.rect(x, y, width, work_height, class_of_stream(row[begin]));
        drawing.rect(x, y, width, work_height, "thin");
        if (width >= 9)
          drawing.text(x + width / 2, y + 15, std::string(1, row[begin]), "small", anchor::middle);
      }
      begin = end;
    }
  }
  drawing.text(engines_left, foot + 12, "0", "small soft");
  drawing.text(picture_width - picture_margin, foot + 12, found->time, "small soft", anchor::end);
  return figure(drawing.finish(),
                text("When copies and kernels run, by the model. A number is a stream (0: the "
                     "default stream); where there is none, the engine has nothing to do."));
}

} // namespace cudalab::grader::html
