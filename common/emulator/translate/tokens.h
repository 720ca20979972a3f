// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Just enough of C++'s lexical rules to know what is code and what is a string, a comment or a
/// line marker.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/translate/translate.h"

namespace cudalab::emulator {

enum class token_kind {
  name,       ///< identifiers and keywords
  number,     ///< pp-numbers: 1.5e-3f, 0x1p3, 1'000
  quoted,     ///< string and character literals with prefix and suffix, raw strings too
  symbol,     ///< one character, or -> :: ... && || == != <= >= += -= and the like
  spaces,     ///< blanks, without a newline
  newline,    ///< one
  comment,    ///< of either kind, without the newline that ends a // comment
  directive,  ///< from # at the start of a line to its end, without the newline
  end_of_text ///< last in the list
};

/// A piece of the text. All pieces together are the whole text. `<` and `>` are always pieces of
/// their own: whether >> closes two templates is for the reader to say.
struct token {
  token_kind kind = token_kind::end_of_text;
  std::size_t begin = 0;
  std::size_t length = 0;

  bool significant() const { return kind <= token_kind::symbol; }
};

/// Never fails: an unterminated literal or comment ends with its line or the text.
std::vector<token> tokenize(std::string_view text);

/// Walks through the text and knows where a piece comes from, by the line markers before it. Going
/// back starts again from the beginning.
class source_position {
public:
  /// @pre `index` < tokens.size(); text and tokens are the same at each call.
  void move_to(std::string_view text, const std::vector<token>& tokens, std::size_t index);
  const source_place& place() const { return place_; }

private:
  std::size_t at_ = 0;
  std::size_t line_begin_ = 0;
  source_place place_{"", 1, 1};
};

} // namespace cudalab::emulator
