// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/translate/scope.h"

namespace cudalab::emulator {
namespace {

bool attribute_word(std::string_view word) {
  return word == "alignas" || word == "__attribute__" || word == "decltype" || word == "noexcept";
}

/// What stands before the { at `open`.
scope owner_of(const code& source, std::size_t open) {
  for (std::size_t at = open; at-- > 0;) {
    const std::string_view piece = source[at];
    if (piece == ";" || piece == "{" || piece == "}" || piece == "=" || piece == "]")
      return scope::function;
    if (piece == "namespace" || piece == "extern")
      return scope::name_space;
    if (piece == "struct" || piece == "class" || piece == "union" || piece == "enum")
      return scope::type;
    std::size_t begin = at;
    if (piece == ")")
      begin = source.opening(at);
    else if (piece == ">")
      begin = source.opening_angle(at);
    if (begin == code::none || (piece == ")" && (begin == 0 || !attribute_word(source[begin - 1]))))
      return scope::function;
    at = begin;
  }
  return scope::function;
}

} // namespace

scope scope_of(const code& source, std::size_t at) {
  while (at-- > 0) {
    const std::string_view piece = source[at];
    if (piece == "{")
      return owner_of(source, at);
    if (piece == ")" || piece == "]" || piece == "}") {
      at = source.opening(at);
      if (at == code::none)
        break;
    }
  }
  return scope::name_space;
}

std::size_t declaration_begin(const code& source, std::size_t at) {
  while (at > 0) {
    const std::string_view before = source[at - 1];
    if (before == ";" || before == "{" || before == "}" || before == "(" || before == ",")
      break;
    // public: and case 1:, but not ::
    if (before == ":")
      break;
    if (before == ")" || before == "]") {
      const std::size_t open = source.opening(at - 1);
      if (open == code::none)
        break;
      at = open;
    } else if (before == ">") {
      const std::size_t open = source.opening_angle(at - 1);
      at = open == code::none ? at - 1 : open;
    } else {
      --at;
    }
  }
  return at;
}

std::size_t end_of_attributes(const code& source, std::size_t begin) {
  for (std::size_t at = begin;;) {
    std::size_t close = code::none;
    if (source[at] == "alignas" && source[at + 1] == "(")
      close = source.closing(at + 1);
    else if (source[at] == "[" && source[at + 1] == "[")
      close = source.closing(at);
    if (close == code::none)
      return at;
    at = close + 1;
  }
}

} // namespace cudalab::emulator
