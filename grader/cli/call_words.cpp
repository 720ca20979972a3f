// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/cli/call_words.h"

#include <fmt/format.h>

#include "grader/compare/words.h"

namespace cudalab::grader {

namespace {

/// A number, "{16, 16, 1}" or a buffer's name; nothing for what is returned.
std::string as_written(const protocol::argument& given) {
  if (const auto* scalar = std::get_if<protocol::scalar_argument>(&given))
    return number_text(scalar->value, 6);
  if (const auto* vector = std::get_if<protocol::vector_argument>(&given)) {
    std::string text;
    for (const double value : vector->values)
      text += (text.empty() ? "" : ", ") + number_text(value, 6);
    return "{" + text + "}";
  }
  const auto& name = std::get<protocol::buffer_argument>(given).name;
  return name == protocol::result_name ? "" : name;
}

/// "earlier_us 5000"; nothing where it is 0, which leaves that part of a scene out.
std::string named(const protocol::argument& given) {
  const auto* scalar = std::get_if<protocol::scalar_argument>(&given);
  if (scalar == nullptr)
    return as_written(given);
  return scalar->value == 0 ? "" : fmt::format("{} {}", scalar->name, as_written(given));
}

} // namespace

std::string call_words(const test_case& one) {
  std::string text;
  for (const protocol::argument& each : one.call().arguments) {
    const std::string written = one.is_measured() ? named(each) : as_written(each);
    text += (text.empty() || written.empty() ? "" : ", ") + written;
  }
  return fmt::format("{}({})", one.call().function, text);
}

} // namespace cudalab::grader
