// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/bench/story.h"

#include <algorithm>
#include <stdexcept>

#include "grader/checks/traffic_counts.h"

namespace cudalab::grader {

namespace {

bench_row row_in(const nlohmann::json& from) {
  bench_row row;
  row.name = from.at("name");
  row.ms = from.value("ms", 0.0);
  row.low_ms = from.value("low_ms", 0.0);
  row.high_ms = from.value("high_ms", 0.0);
  row.bytes = from.value("bytes", 0.0);
  row.flops = from.value("flops", 0.0);
  if (from.contains("traffic"))
    row.traffic = add_up(from.at("traffic"));
  return row;
}

} // namespace

bench_story parse_story(const std::string& json) {
  try {
    const nlohmann::json from = nlohmann::json::parse(json);
    if (from.at("schema") != "cudalab/bench/v1")
      throw std::runtime_error("another schema: " + from.at("schema").dump());
    bench_story story{from.at("title"), from.at("device"), {}, from.at("remarks")};
    for (const nlohmann::json& table : from.at("tables")) {
      story.tables.push_back({table.at("name"), table.at("reference"), {}});
      for (const nlohmann::json& row : table.at("rows"))
        story.tables.back().rows.push_back(row_in(row));
    }
    return story;
  } catch (const nlohmann::json::exception& problem) {
    throw std::runtime_error(std::string("the bench program's output cannot be read: ") +
                             problem.what());
  }
}

std::optional<double> times_reference(const bench_table& table, const bench_row& row) {
  const auto reference =
      std::find_if(table.rows.begin(), table.rows.end(),
                   [&](const bench_row& each) { return each.name == table.reference; });
  if (reference == table.rows.end() || row.ms <= 0 || reference->ms <= 0)
    return std::nullopt;
  return reference->ms / row.ms;
}

} // namespace cudalab::grader
