// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/report/json.h"

#include "findings/json.h"
#include "grader/verdict.h"

namespace cudalab::grader {

namespace {

using nlohmann::ordered_json;

ordered_json to_json(const quoted_file& one) {
  ordered_json lines = ordered_json::array();
  for (const auto& [number, text] : one.lines)
    lines.push_back({{"line", number}, {"text", text}});
  return {{"file", one.file}, {"lines", lines}};
}

ordered_json to_json(const check_result& one) {
  ordered_json found = ordered_json::array();
  for (const finding& each : one.findings)
    found.push_back(findings::to_json(each));
  ordered_json check = {{"id", one.id},
                        {"title", one.title},
                        {"kind", name_of(one.kind)},
                        {"exercise", one.exercise},
                        {"status", name_of(one.status)},
                        {"points", one.points},
                        {"max_points", one.max_points},
                        {"message", one.message},
                        {"next", one.next},
                        {"details", one.details},
                        {"findings", found},
                        {"blocked_by", one.blocked_by},
                        {"data", one.data}};
  if (one.bonus)
    check["bonus"] = true;
  return check;
}

} // namespace

nlohmann::ordered_json to_json(const grade& result) {
  ordered_json checks = ordered_json::array();
  for (const check_result& each : result.checks)
    checks.push_back(to_json(each));
  ordered_json times = ordered_json::array();
  for (const step_time& each : result.times)
    times.push_back({{"step", each.step}, {"seconds", each.seconds}});
  ordered_json sources = ordered_json::array();
  for (const quoted_file& each : result.sources)
    sources.push_back(to_json(each));
  const check_result* first = first_to_mend(result);
  ordered_json document;
  document["schema"] = grade_schema;
  document["lab"] = result.lab;
  document["title"] = result.title;
  document["file"] = result.file;
  document["file_sha256"] = result.file_sha256;
  document["seed"] = result.seed;
  document["backend"] = name_of(result.backend);
  document["backend_requested"] = result.backend_requested;
  document["backend_reason"] = result.backend_reason;
  document["device"] = result.device;
  document["compiler"] = result.compiler;
  document["sandbox"] = result.sandbox;
  document["notes"] = result.notes;
  document["verdict"] = name_of(result.verdict);
  document["points"] = result.points;
  document["max_points"] = result.max_points;
  if (result.max_bonus_points > 0) {
    document["bonus_points"] = result.bonus_points;
    document["max_bonus_points"] = result.max_bonus_points;
  }
  document["look_at_next"] = first == nullptr ? "" : first->id;
  document["advice"] = first == nullptr ? "" : advice_of(*first);
  document["checks"] = std::move(checks);
  document["sources"] = std::move(sources);
  if (!result.pictures.empty())
    document["pictures"] = result.pictures;
  document["times"] = std::move(times);
  return document;
}

std::string to_json_text(const grade& result) {
  return to_json(result).dump(2, ' ', false, ordered_json::error_handler_t::replace) + '\n';
}

} // namespace cudalab::grader
