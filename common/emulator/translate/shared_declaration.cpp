// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/translate/shared_declaration.h"

#include "emulator/translate/scope.h"

namespace cudalab::emulator {
namespace {

bool storage_word(std::string_view word) {
  return word == "static" || word == "extern";
}

/// `static` or `extern` between the beginning of the declaration and `keyword`; none: neither.
std::size_t storage_before(const code& source, std::size_t keyword) {
  for (std::size_t at = keyword; at-- > 0;) {
    const std::string_view piece = source[at];
    if (storage_word(piece))
      return at;
    if (piece == ")" && source.opening(at) != code::none)
      at = source.opening(at); // __attribute__((aligned(16)))
    else if (piece == ";" || piece == "{" || piece == "}" || piece == "(")
      break;
  }
  return code::none;
}

} // namespace

shared_declaration read_shared_declaration(const code& source, std::size_t keyword) {
  shared_declaration result;
  result.attributes = {keyword + 1, end_of_attributes(source, keyword + 1)};

  std::size_t storage = storage_before(source, keyword);
  bool defines_type = false;
  for (std::size_t at = result.attributes.last; at < source.size() && source[at] != ";"; ++at) {
    const std::string_view piece = source[at];
    if (piece == "struct" || piece == "class" || piece == "union" || piece == "enum")
      defines_type = true;
    if (storage == code::none && storage_word(piece)) {
      storage = at;
      result.dropped = at;
    }
    const bool braces = piece == "{" && !defines_type && source[at + 1] != "}";
    if (piece == "=" || braces) {
      result.error = "a __shared__ variable cannot be initialised where it is declared: let the "
                     "threads write it, then call __syncthreads()";
      return result;
    }
    if (piece == "(" || piece == "[" || piece == "{")
      at = source.closing(at);
    if (at == code::none || piece == "}" || piece == ")")
      break;
  }

  const bool dynamic = storage != code::none && source[storage] == "extern";
  const bool written_before = storage != code::none && !result.dropped;
  result.storage = written_before ? "__thread" : dynamic ? "extern __thread" : "static __thread";
  return result;
}

} // namespace cudalab::emulator
