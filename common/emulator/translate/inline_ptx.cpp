// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/translate/inline_ptx.h"

#include <cctype>

namespace cudalab::emulator {
namespace {

bool is_small(char c) {
  return std::islower(static_cast<unsigned char>(c)) != 0;
}

/// An instruction of PTX has parts with points between them: ld.global.u32. Nothing on a host has.
bool has_dotted_word(std::string_view text) {
  for (std::size_t at = 1; at + 1 < text.size(); ++at)
    if (text[at] == '.' && is_small(text[at + 1]) &&
        (is_small(text[at - 1]) || std::isdigit(static_cast<unsigned char>(text[at - 1])) != 0))
      return true;
  return false;
}

/// Those without a point.
bool is_short_instruction(std::string_view text) {
  for (const std::string_view name : {"\"trap;", "\"exit;", "\"brkpt;"})
    if (text.substr(0, name.size()) == name)
      return true;
  return false;
}

} // namespace

bool begins_inline_ptx(const code& source, std::size_t at) {
  const std::string_view word = source[at];
  if (word != "asm" && word != "__asm__" && word != "__asm")
    return false;
  std::size_t next = at + 1;
  while (source[next] == "volatile" || source[next] == "__volatile__")
    ++next;
  if (source[next] != "(")
    return false;
  const std::string_view text = source[next + 1];
  return is_short_instruction(text) || has_dotted_word(text);
}

} // namespace cudalab::emulator
