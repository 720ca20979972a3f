// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// For fuzz tests: what a report makes of text that a student's program had a hand in.
#pragma once

#include <string>
#include <utility>

#include "fuzzing/property.h"
#include "grader/report/json.h"
#include "grader/report/text.h"
#include "grader/result.h"

namespace cudalab::grader {

/// Ends the program unless `text` is UTF-8 and holds nothing that a terminal obeys.
inline void must_be_clean(const std::string& text) {
  using fuzzing::must;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const auto next = static_cast<unsigned char>(i + 1 < text.size() ? text[i + 1] : ' ');
    must((byte >= 0x20 && byte != 0x7F) || byte == '\n' || byte == '\t', "no control byte");
    must(byte != 0xC2 || next >= 0xA0, "no control character of two bytes");
  }
  try {
    static_cast<void>(nlohmann::json(text).dump()); // refuses what is not UTF-8
  } catch (const nlohmann::json::exception&) {
    must(false, "UTF-8");
  }
}

/// Ends the program unless a grade with this check is clean as text, and JSON as JSON.
inline void must_be_reported_cleanly(check_result check) {
  grade result;
  result.checks = {std::move(check)};
  for (const bool utf8 : {false, true})
    must_be_clean(to_text(result, {/*colour=*/false, utf8, 80}));
  fuzzing::must(nlohmann::json::accept(to_json_text(result)), "the document is JSON");
}

} // namespace cudalab::grader
