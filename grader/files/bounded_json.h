// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// JSON that somebody else wrote: copying what is nested without end would use up the stack.
#pragma once

#include <stdexcept>
#include <string>

#include <nlohmann/json.hpp>

namespace cudalab::grader {

struct nested_too_deeply : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// @throws nested_too_deeply, nlohmann::json::exception
inline nlohmann::json parse_bounded(const std::string& text, int deepest) {
  return nlohmann::json::parse(
      text, [deepest](int depth, nlohmann::json::parse_event_t, const nlohmann::json&) {
        if (depth > deepest)
          throw nested_too_deeply("it is nested too deeply");
        return true;
      });
}

} // namespace cudalab::grader
