// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// JSON that somebody else wrote: copying what is nested without end would use up the stack, and
/// of two values under one key each reader may take another.
#pragma once

#include <functional>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace cudalab::grader {

struct unfit_json : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Of what has been read so far, what is kept; asked after all that is within it.
using kept_json =
    std::function<bool(int depth, nlohmann::json::parse_event_t what, nlohmann::json& value)>;

/// @param text a string, or a stream @throws unfit_json, nlohmann::json::parse_error
inline nlohmann::json parse_bounded(auto&& text, int deepest, const kept_json& is_kept = {}) {
  using event = nlohmann::json::parse_event_t;
  std::vector<std::set<std::string>> keys; // of the objects that are open
  const auto look = [&](int depth, event what, nlohmann::json& value) {
    if (depth > deepest)
      throw unfit_json("it is nested too deeply");
    if (what == event::object_start)
      keys.emplace_back();
    else if (what == event::object_end)
      keys.pop_back();
    else if (what == event::key && !keys.back().insert(value.get<std::string>()).second)
      throw unfit_json("it has two values under one key");
    return !is_kept || is_kept(depth, what, value);
  };
  try {
    return nlohmann::json::parse(text, look);
  } catch (const nlohmann::json::out_of_range&) {
    throw unfit_json("it has a number that is too large");
  }
}

} // namespace cudalab::grader
