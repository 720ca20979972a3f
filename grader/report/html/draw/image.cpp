// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// A grey picture before and after, with the blocks of threads that made it.
#include <algorithm>
#include <map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "grader/report/html/draw/block_grid.h"
#include "grader/report/html/draw/lab_picture.h"
#include "grader/report/html/draw/numbers.h"
#include "grader/report/html/pictures.h"
#include "grader/report/html/svg.h"

namespace cudalab::grader::html {

namespace {

using nlohmann::json;

constexpr int grey_levels = 32;

int digit(char c) {
  return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : 0;
}

/// "M3 4h2v1h-2z": pixels of a row side by side.
std::string strip(std::size_t x, std::size_t y, std::size_t length) {
  return fmt::format("M{} {}h{}v1h-{}z", x, y, length, length);
}

/// One path for each level of grey.
markup pixels(const json& rows, const block_grid& of) {
  std::map<int, std::string> paths;
  for (std::size_t y = 0; y < std::min(rows.size(), of.height); ++y) {
    const std::string row = rows[y].is_string() ? rows[y].get<std::string>() : "";
    const std::size_t width = std::min(row.size() / 2, of.width);
    const auto level = [&row](std::size_t x) {
      return (16 * digit(row[2 * x]) + digit(row[2 * x + 1])) * grey_levels / 256;
    };
    for (std::size_t x = 0; x < width;) {
      std::size_t end = x + 1;
      while (end < width && level(end) == level(x))
        ++end;
      paths[level(x)] += strip(x, y, end - x);
      x = end;
    }
  }
  markup all;
  for (const auto& [level, path] : paths) {
    const int grey = level * 255 / (grey_levels - 1);
    all += element("path", {{"d", path}, {"fill", fmt::format("rgb({0},{0},{0})", grey)}});
  }
  return all;
}

/// The pixels that are marked so, as one path.
std::string marked(const json& rows, const block_grid& of, char mark) {
  std::string path;
  for (std::size_t y = 0; y < std::min(rows.size(), of.height); ++y) {
    const std::string row = rows[y].is_string() ? rows[y].get<std::string>() : "";
    const std::size_t width = std::min(row.size(), of.width);
    for (std::size_t x = 0; x < width;) {
      std::size_t end = x + 1;
      while (end < width && row[end] == row[x])
        ++end;
      if (row[x] == mark)
        path += strip(x, y, end - x);
      x = end;
    }
  }
  return path;
}

/// In pixels of the picture, scaled up.
markup scaled(const block_grid& of, const markup& content) {
  return element("g",
                 {{"transform", fmt::format("translate(2 20) scale({:.3f})", of.scale())},
                  {"shape-rendering", "crispEdges"}},
                 content);
}

/// A pattern of dots, in pixels of the picture.
std::string dotted(svg& drawing, const std::string& name) {
  drawing.add(element(
      "defs",
      element("pattern",
              {{"id", name}, {"width", 2}, {"height", 2}, {"patternUnits", "userSpaceOnUse"}},
              element("circle", {{"cx", 1}, {"cy", 1}, {"r", 0.4}, {"class", "bad-ink"}}))));
  return "url(#" + name + ")";
}

/// Thin slanted lines, in pixels of the picture: it can still be seen.
std::string slanting(svg& drawing, const std::string& name) {
  drawing.add(element(
      "defs", element("pattern",
                      {{"id", name},
                       {"width", 2.4},
                       {"height", 2.4},
                       {"patternUnits", "userSpaceOnUse"},
                       {"patternTransform", "rotate(45)"}},
                      element("rect", {{"width", 0.6}, {"height", 2.4}, {"class", "bad-ink"}}))));
  return "url(#" + name + ")";
}

svg sheet(const std::string& id, const block_grid& of, const std::string& title,
          const std::string& description) {
  return svg(id, static_cast<double>(of.columns()) * of.scale() + 4,
             static_cast<double>(of.rows()) * of.scale() + 24, title, description);
}

std::string count_text(const json& data) {
  const auto wrong = number_of(data, "wrong").value_or(0),
             unwritten = number_of(data, "unwritten").value_or(0);
  std::string told;
  if (wrong > 0)
    told += fmt::format(" {} wrong pixels are hatched.", brief(wrong));
  if (unwritten > 0)
    told += fmt::format(" {} pixels that nobody wrote are dotted.", brief(unwritten));
  return told;
}

markup one(const json& data, const char* rows, const std::string& id, const block_grid& of,
           const std::string& title, bool with_marks) {
  svg drawing = sheet(id, of, title, title + ".");
  drawing.text(2, 13, title, "bold");
  markup content = pixels(list_of(data, rows), of);
  drawing.add(scaled(of, content));
  if (with_marks) {
    const json& marks = list_of(data, "marks");
    if (const std::string path = marked(marks, of, '?'); !path.empty()) {
      const std::string dots = dotted(drawing, id + "-dots");
      drawing.add(scaled(of, element("path", {{"d", path}, {"class", "ground"}}) +
                                 element("path", {{"d", path}, {"fill", dots}})));
    }
    if (const std::string path = marked(marks, of, 'x'); !path.empty()) {
      const std::string slanted = slanting(drawing, id + "-slants");
      drawing.add(scaled(of, element("path", {{"d", path}, {"fill", slanted}})));
    }
  }
  draw_block_grid(drawing, of, 2, 20);
  return drawing.finish();
}

} // namespace

markup draw_image(const json& data, const std::string& id) {
  const auto of = block_grid_in(data);
  if (!of)
    return {};
  const bool wrong = data.contains("marks");
  markup all = one(data, "before", id + "-before", *of, "before", false);
  if (data.contains("after"))
    all += one(data, "after", id + "-after", *of, "after, by your kernel", wrong);
  if (wrong)
    all += one(data, "expected", id + "-expected", *of, "after, as it should be", false);
  const std::string words = words_of(*of) + count_text(data);
  return element("figure",
                 element("div", {{"class", "side-by-side"}}, all) + element("figcaption", words));
}

} // namespace cudalab::grader::html
