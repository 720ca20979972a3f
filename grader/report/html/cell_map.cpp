// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/report/html/cell_map.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "grader/compare/words.h"
#include "grader/report/html/svg.h"

namespace cudalab::grader::html {

namespace {

using nlohmann::json;

constexpr double widest = 320, tallest = 400, left = 40, top = 18; // the margins are for indices
constexpr std::size_t most_cells = 64;                             ///< of a line
constexpr double closest = 5;  ///< pixels between two lines of a grid
constexpr double separate = 9; ///< cells of this size get an outline each

struct run {
  char state;
  std::size_t begin, length;
};

/// "12r3wu" as runs.
std::vector<run> runs_of(const std::string& line) {
  std::vector<run> result;
  std::size_t at = 0, count = 0;
  for (const char c : line) {
    if (std::isdigit(static_cast<unsigned char>(c)) != 0) {
      count = count * 10 + static_cast<std::size_t>(c - '0');
      continue;
    }
    result.push_back({c, at, std::clamp<std::size_t>(count, 1, most_cells)});
    at += result.back().length;
    count = 0;
  }
  return result;
}

std::size_t at_least_one(const json& map, const char* name) {
  return std::max<std::size_t>(1, map.at(name).get<std::size_t>());
}

/// The document's map, and the fills of its drawing.
class map_drawing {
public:
  map_drawing(const json& map, svg& drawing)
      : columns_(map.at("columns")), cell_rows_(at_least_one(map, "cell_rows")),
        cell_columns_(at_least_one(map, "cell_columns")), across_(at_least_one(map, "across")),
        block_rows_(map.at("block_rows")), block_columns_(map.at("block_columns")),
        folded_(map.at("rows") == 1), pixels_(size_of_cell(map)), drawing_(drawing),
        wrong_(drawing.hatch("bad-ink", "bad-fill")),
        unwritten_(drawing.dots("warn-ink", "ground")) {
    for (const json& each : map.at("lines"))
      lines_.push_back(runs_of(each));
  }

  static double size_of_cell(const json& map) {
    const double across = std::max(1.0, map.at("across").get<double>());
    const double down = std::max(1.0, static_cast<double>(map.at("lines").size()));
    return std::floor(std::clamp(std::min(widest / across, tallest / down), closest, 20.0));
  }

  /// `path`: through the middle of cells of one state, `height` high.
  void fill(char state, const std::string& path, double height) {
    const std::string& ink = state == 'w' ? wrong_ : state == 'u' ? unwritten_ : plain_;
    drawing_.add(element("path", {{"d", path},
                                  {"stroke", state == 'r' ? "var(--good-fill)" : ink},
                                  {"stroke-width", height}}));
  }

  /// One path for each state, in short: a page has several maps, and a map thousands of runs.
  void draw_cells() {
    for (const char state : {'r', 'w', 'u', '?'}) {
      std::string path;
      for (std::size_t line = 0; line < lines_.size(); ++line) {
        std::string at = fmt::format("M{:g} {:g}", left, y_of(line) + pixels_ / 2);
        double gap = 0;
        for (const run& each : lines_[line]) {
          const double length = x_of(each.length) - left;
          if (each.state != state) {
            gap += length;
            continue;
          }
          path += at + (gap > 0 ? fmt::format("m{:g} 0", gap) : "") + fmt::format("h{:g}", length);
          at.clear();
          gap = 0;
        }
      }
      if (!path.empty())
        fill(state, path, pixels_);
    }
    if (pixels_ >= separate)
      draw_outlines();
  }

  /// The blocks' edges; gives false where they are not known or too close.
  bool draw_blocks() {
    const double step_x = pixels_ * part(block_columns_, cell_columns_);
    const double step_y = folded_ ? closest : pixels_ * part(block_rows_, cell_rows_);
    if (step_x < closest || step_y < closest)
      return false;
    if (folded_) {
      for (std::size_t first = block_columns_; first < columns_; first += block_columns_)
        draw_step(first / cell_columns_);
      return true;
    }
    for (double x = step_x; x < right() - left; x += step_x)
      drawing_.line(left + x, top, left + x, bottom(), "grid");
    for (double y = step_y; y < bottom() - top; y += step_y)
      drawing_.line(left, top + y, right(), top + y, "grid");
    return true;
  }

  /// Row and column of the first and the last cell of each side.
  void draw_indices() {
    const std::size_t line_elements = across_ * cell_columns_;
    drawing_.text(left, top - 5, "0", "small soft");
    drawing_.text(right(), top - 5, std::to_string(std::min(columns_, line_elements) - 1),
                  "small soft", anchor::end);
    drawing_.text(left - 4, top + 10, "0", "small soft", anchor::end);
    if (lines_.size() > 1)
      drawing_.text(left - 4, bottom() - 1,
                    std::to_string((lines_.size() - 1) * (folded_ ? line_elements : cell_rows_)),
                    "small soft", anchor::end);
  }

  void ring(std::size_t row, std::size_t column) {
    const std::size_t cell = column / cell_columns_;
    const std::size_t across = folded_ ? cell % across_ : cell;
    const std::size_t down = folded_ ? cell / across_ : row / cell_rows_;
    const double x = x_of(across) + pixels_ / 2, y = y_of(down) + pixels_ / 2;
    drawing_.circle(x, y, std::max(6.0, pixels_ * 0.75), "halo");
    drawing_.circle(x, y, std::max(6.0, pixels_ * 0.75), "strong");
  }

  bool has(char state) const {
    return std::any_of(lines_.begin(), lines_.end(), [state](const std::vector<run>& line) {
      return std::any_of(line.begin(), line.end(),
                         [state](const run& each) { return each.state == state; });
    });
  }

  double right() const { return x_of(across_); }
  double bottom() const { return y_of(lines_.size()); }

private:
  /// Between single cells. The last line of a folded vector may be shorter.
  void draw_outlines() {
    std::string path;
    for (std::size_t line = 0; line < lines_.size(); ++line) {
      const run last = lines_[line].empty() ? run{'r', 0, 0} : lines_[line].back();
      const std::size_t cells = last.begin + last.length;
      path += fmt::format("M{:g} {:g}H{:g}", left, y_of(line), x_of(cells));
      for (std::size_t x = 1; x <= cells; ++x)
        path += fmt::format("M{:g} {:g}v{:g}", x_of(x), y_of(line), pixels_);
    }
    drawing_.path(path, "thin");
  }

  static double part(std::size_t of, std::size_t whole) {
    return static_cast<double>(of) / static_cast<double>(whole);
  }
  double x_of(std::size_t cell) const { return left + pixels_ * static_cast<double>(cell); }
  double y_of(std::size_t line) const { return top + pixels_ * static_cast<double>(line); }

  /// Where a block begins in the middle of a line.
  void draw_step(std::size_t cell) {
    const double x = x_of(cell % across_), y = y_of(cell / across_);
    drawing_.line(x, y, right(), y, "grid");
    if (cell % across_ == 0)
      return;
    drawing_.line(x, y, x, y + pixels_, "grid");
    drawing_.line(left, y + pixels_, x, y + pixels_, "grid");
  }

  std::size_t columns_, cell_rows_, cell_columns_, across_, block_rows_, block_columns_;
  bool folded_;
  double pixels_;
  std::vector<std::vector<run>> lines_;
  svg& drawing_;
  std::string wrong_, unwritten_, plain_ = "var(--none-fill)";
};

std::string scale_words(const json& map, bool blocks) {
  const std::size_t rows = map.at("cell_rows"), columns = map.at("cell_columns");
  const bool folded = map.at("rows") == 1;
  std::string text;
  if (rows * columns == 1)
    text = "Each cell is one element";
  else
    text = folded ? fmt::format("Each cell is {} elements in a row, and shows the worst of them",
                                columns)
                  : fmt::format("Each cell is {} x {} elements, and shows the worst of them", rows,
                                columns);
  if (folded && map.at("lines").size() > 1)
    text += fmt::format("; a line has {} cells", map.at("across").get<std::size_t>());
  if (blocks)
    text += folded ? fmt::format(". Lines: blocks of {} threads",
                                 map.at("block_columns").get<std::size_t>())
                   : fmt::format(". Lines: what one block makes, {} x {} elements",
                                 map.at("block_rows").get<std::size_t>(),
                                 map.at("block_columns").get<std::size_t>());
  return text + ". The ring is at the first difference.";
}

markup legend_of(const json& failed_case, const json& map, const std::string& id) {
  markup items;
  int number = 0;
  const std::vector<std::pair<char, std::string>> states = {
      {'r', "right"}, {'w', "wrong"}, {'u', "never written"}, {'?', "not compared"}};
  for (const auto& [state, words] : states) {
    svg sample(fmt::format("{}-key{}", id, ++number), 18, 14, words, "sample of the map's fill");
    map_drawing fills(map, sample);
    if (!fills.has(state))
      continue;
    fills.fill(state, "M.5 7h17", 13);
    sample.rect(0.5, 0.5, 17, 13, "frame");
    const char* key = state == 'r' ? "right" : state == 'w' ? "wrong" : "unwritten";
    const std::string count =
        state == '?' ? "" : ": " + grouped(failed_case.at(key).get<std::uint64_t>());
    items += element("li", sample.as_decoration() + text(words + count));
  }
  return element("ul", {{"class", "legend"}}, items);
}

} // namespace

cell_map_drawing draw_cell_map(const json& failed_case, const std::string& id) {
  const json& map = failed_case.at("map");
  const double pixels = map_drawing::size_of_cell(map);
  const double width = left + pixels * map.at("across").get<double>() + 8;
  const double height = top + pixels * static_cast<double>(map.at("lines").size()) + 8;
  const std::string output = failed_case.at("output");
  const auto count = [&](const char* of) {
    return grouped(failed_case.at(of).get<std::uint64_t>());
  };
  svg drawing(id, width, height, "Which elements of " + output + " are right",
              fmt::format("{} right, {} wrong, {} never written.", count("right"), count("wrong"),
                          count("unwritten")));
  map_drawing cells(map, drawing);
  cells.draw_cells();
  const bool blocks = cells.draw_blocks();
  drawing.rect(left, top, cells.right() - left, cells.bottom() - top, "frame");
  cells.draw_indices();
  if (const json& first = failed_case.at("differences"); !first.empty())
    cells.ring(first[0].at("row"), first[0].at("column"));
  return {drawing.finish(), legend_of(failed_case, map, id), scale_words(map, blocks)};
}

} // namespace cudalab::grader::html
