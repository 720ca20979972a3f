// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Numbers of the grade's document for drawings. They come from a student's program: any may be
/// missing, null (NaN and Inf are, in JSON), or huge.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "grader/report/html/markup.h"

namespace cudalab::grader::html {

/// A finite number; nothing for anything else.
std::optional<double> number_in(const nlohmann::json& value);
/// Member `name` of an object.
std::optional<double> number_of(const nlohmann::json& object, const char* name);
/// The finite numbers of a list; others are left out. No list: none.
std::vector<double> numbers_of(const nlohmann::json& object, const char* name);
/// A member that is text; empty for anything else.
std::string text_of(const nlohmann::json& object, const char* name);
/// A member that is true or false.
bool flag_of(const nlohmann::json& object, const char* name, bool otherwise);
/// A member that is a list; an empty one for anything else.
const nlohmann::json& list_of(const nlohmann::json& object, const char* name);

/// "0.337", "16.9", "3,138", "2.1e+12": three digits, and no more than a reader needs.
std::string brief(double value);

/// A power of ten beside an axis: "0.01", "1000", "10k", "1M".
std::string tick_text(double value);

/// From numbers to pixels.
struct axis {
  double from = 0, to = 1; ///< numbers; from < to, and both positive when logarithmic
  double pixel_from = 0, pixel_to = 1;
  bool logarithmic = false;

  /// Numbers outside of [from, to] lie at its ends.
  double at(double value) const;
};

/// Round numbers in [from, to], about `count` of them; of a logarithmic axis powers of ten, with
/// 2 and 5 between them where there is room.
std::vector<double> ticks(const axis& along, int count);

/// Plain text in every cell. Columns after the first `words` are numbers.
struct table {
  std::vector<std::string> head;
  std::vector<std::vector<std::string>> rows;
  std::size_t words = 1;
};

markup as_markup(const table& of);
markup folded(const std::string& summary, const table& of);

} // namespace cudalab::grader::html
