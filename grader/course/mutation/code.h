// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The text of a solution as the mutation operators see it: tokens with their brackets, and which
/// of them a student would have written.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "emulator/translate/tokens.h"

namespace cudalab::mutation {

constexpr std::size_t none = static_cast<std::size_t>(-1);

/// A name, number, literal or symbol. Comments, spaces and directives are left out.
struct code_token {
  emulator::token_kind kind = emulator::token_kind::symbol;
  std::string text;
  std::size_t begin = 0; ///< in the file's text
  int line = 1;
  bool space_before = false, space_after = false;
  bool marked = false;        ///< between BEGIN SOLUTION and END SOLUTION
  std::size_t partner = none; ///< of a bracket: the token that closes or opens it
  std::size_t inside = none;  ///< the bracket that this token stands in

  std::size_t end() const { return begin + text.size(); }
  bool is(const char* wanted) const { return text == wanted; }
};

class code {
public:
  /// @param text of the whole file. One without marks is all solution: it is no part of a starter.
  explicit code(std::string text);

  const std::string& text() const { return text_; }
  std::size_t size() const { return tokens_.size(); }
  /// @return an empty symbol for an index outside
  const code_token& operator[](std::size_t index) const;

  /// A symbol with a space on both sides. The course's files are formatted, so this tells `a * b`
  /// from `*b` and `float* b`, and `a < b` from `vector<b>`.
  bool is_binary(std::size_t index) const;
  /// The function that a token stands in; "" for none.
  std::string function_of(std::size_t index) const;
  /// The token at this place of the text or the first one behind it.
  std::size_t token_at(std::size_t begin) const;

private:
  std::string text_;
  std::vector<code_token> tokens_;
};

/// A statement that ends with a semicolon, without the `if (...)` or `for (...)` before it.
struct statement {
  std::size_t first = 0, last = 0; ///< its tokens; the last one is the semicolon
  bool declaration = false;
};

/// All of them, those of lambdas too, in the order of their ends.
std::vector<statement> statements_of(const code& source);

} // namespace cudalab::mutation
