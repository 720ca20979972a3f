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

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "grader/report/html/pictures.h"
#include "grader/report/html/svg.h"

namespace cudalab::grader::html {

namespace {

using nlohmann::json;

constexpr std::size_t engine_rows = 3, most_timeline_columns = 200;
constexpr std::array<const char*, engine_rows> engine_marks{"HtoD ", "kern ", "DtoH "};
constexpr std::array<const char*, engine_rows> engine_words{"copies in", "kernels", "copies out"};
constexpr std::array<const char*, 3> stream_class{"warn-fill", "reach", "good-fill"};
constexpr double engines_left = 68, engines_top = 8, engine_height = 30, work_height = 22;

struct printed_timeline {
  std::array<std::string, engine_rows> rows; ///< a letter or digit: the stream; a dot: nothing
  std::string time;                          ///< "404us"
};

/// It comes from a student's program: anything else than such rows is no timeline.
std::optional<printed_timeline> timeline_in(const std::string& printed) {
  printed_timeline found;
  std::istringstream lines(printed);
  for (std::string line; std::getline(lines, line);) {
    for (std::size_t i = 0; i < engine_rows; ++i)
      if (line.rfind(engine_marks[i], 0) == 0)
        found.rows[i] = line.substr(5);
    if (line.rfind("time 0", 0) == 0 && line.rfind('-') != std::string::npos)
      found.time = line.substr(line.rfind('-') + 1);
  }
  const std::size_t columns = found.rows[0].size();
  if (columns == 0 || columns > most_timeline_columns || found.time.empty() ||
      found.time.size() > 12)
    return {};
  for (const std::string& row : found.rows)
    if (row.size() != columns || !std::all_of(row.begin(), row.end(), [](unsigned char each) {
          return std::isalnum(each) != 0 || each == '.' || each == '#';
        }))
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
  const std::size_t columns = found->rows[0].size();
  const double foot = engines_top + engine_height * engine_rows;
  std::string told;
  for (std::size_t i = 0; i < engine_rows; ++i) {
    const auto idle = std::count(found->rows[i].begin(), found->rows[i].end(), '.');
    told += fmt::format("{}: busy for {} % of the time. ", engine_words[i],
                        100 * (columns - static_cast<std::size_t>(idle)) / columns);
  }
  svg drawing(view.id, picture_width, foot + 22, "When copies and kernels run, by the model", told);
  const double step =
      (picture_width - picture_margin - engines_left) / static_cast<double>(columns);
  for (std::size_t i = 0; i < engine_rows; ++i) {
    const std::string& row = found->rows[i];
    const double y = engines_top + engine_height * static_cast<double>(i);
    drawing.text(0, y + 15, engine_words[i], "small");
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
