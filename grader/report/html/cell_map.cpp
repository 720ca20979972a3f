// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/report/html/cell_map.h"

#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "grader/compare/words.h"
#include "grader/report/html/map_drawing.h"
#include "grader/report/html/svg.h"

namespace cudalab::grader::html {

namespace {

using nlohmann::json;

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
                   : fmt::format(". Lines: what one block should make, {} x {} elements",
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
  const map_layout layout(map);
  const std::string output = failed_case.at("output");
  const auto count = [&](const char* of) {
    return grouped(failed_case.at(of).get<std::uint64_t>());
  };
  svg drawing(id, layout.width(), layout.height(), "Which elements of " + output + " are right",
              fmt::format("{} right, {} wrong, {} never written.", count("right"), count("wrong"),
                          count("unwritten")));
  map_drawing cells(map, drawing);
  cells.draw_cells();
  const bool blocks = cells.draw_blocks();
  cells.draw_frame();
  if (const json& first = failed_case.at("differences"); !first.empty())
    cells.ring(first[0].at("row"), first[0].at("column"));
  return {drawing.finish(), legend_of(failed_case, map, id), scale_words(map, blocks)};
}

} // namespace cudalab::grader::html
