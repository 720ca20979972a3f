// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/translate/launch_argument.h"

#include <iterator>

namespace cudalab::emulator {
namespace {

bool is_null_in_parentheses(const code& source, span_of_code range) {
  // ((void*)0), as some systems define NULL
  static constexpr std::string_view pieces[] = {"(", "(", "void", "*", ")", "0", ")"};
  if (range.size() != std::size(pieces))
    return false;
  for (std::size_t at = 0; at < range.size(); ++at)
    if (source[range.first + at] != pieces[at])
      return false;
  return true;
}

bool is_literal(const code& source, span_of_code range) {
  while (range.size() >= 3 && source[range.first] == "(" && source[range.last - 1] == ")")
    range = {range.first + 1, range.last - 1};
  const std::string_view piece = source[range.first];
  if (source.kind(range.first) == token_kind::quoted) {
    for (std::size_t at = range.first; at < range.last; ++at)
      if (source.kind(at) != token_kind::quoted || source[at].find('\n') != std::string_view::npos)
        return false;
    return true;
  }
  return range.size() == 1 &&
         (source.kind(range.first) == token_kind::number || piece == "true" || piece == "false" ||
          piece == "nullptr" || piece == "NULL" || piece == "__null");
}

} // namespace

bool stays_in_lambda(const code& source, span_of_code argument) {
  const bool braced = source[argument.first] == "{" && source[argument.last - 1] == "}";
  return braced || is_literal(source, argument) || is_null_in_parentheses(source, argument);
}

} // namespace cudalab::emulator
