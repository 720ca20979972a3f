// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/bench/story.h"

#include <algorithm>
#include <stdexcept>

#include "grader/checks/traffic_counts.h"

namespace cudalab::grader {

namespace {

double positive(const nlohmann::json& from) {
  const double value = from.get<double>();
  if (!(value > 0))
    throw std::runtime_error("an amount is not above 0: " + from.dump());
  return value;
}

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
  row.exercise = from.value("exercise", 0);
  row.formula = from.value("formula", "");
  row.kept_by = from.value("kept_by", "");
  row.measures = from.value("measures", "");
  if (from.contains("needs"))
    for (const auto& [limit, amount] : from.at("needs").items())
      row.needs.emplace_back(limit, positive(amount));
  return row;
}

/// What came later than the first version: a document may lack all of it.
void add_limits(const nlohmann::json& from, bench_story& story) {
  const nlohmann::json none = nlohmann::json::array();
  story.lab = from.value("lab", "");
  if (from.contains("machine")) {
    const nlohmann::json& said = from.at("machine");
    story.machine = {said.value("compute_capability", ""),
                     said.value("devices", 0),
                     said.value("multiprocessors", 0),
                     said.value("clock_khz", 0),
                     said.value("l2_bytes", 0),
                     said.value("driver", 0),
                     said.value("runtime", 0)};
  }
  for (const nlohmann::json& each : from.value("limits", none))
    story.limits.push_back({each.at("id"), each.at("name"), each.at("unit"),
                            each.value("peak", 0.0), each.value("peak_from", "")});
  for (const nlohmann::json& each : from.value("anchors", none))
    story.anchors.push_back({each.at("of"), each.at("name"), positive(each.at("amount")),
                             positive(each.at("ms")), each.at("low_ms"), each.at("high_ms")});
  for (const nlohmann::json& each : from.value("not_measured", none))
    story.not_measured.emplace_back(each.at("exercise"), each.at("why"));
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
    add_limits(from, story);
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
