// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// A text as a row of its significant pieces, and the brackets in it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "emulator/translate/tokens.h"

namespace cudalab::emulator {

/// Pieces first..last-1 of a `code`.
struct span_of_code {
  std::size_t first = 0;
  std::size_t last = 0;

  std::size_t size() const { return last - first; }
  bool empty() const { return first == last; }
};

/// Counts significant pieces only: code[0], code[1], ... Looking beyond the end gives "".
class code {
public:
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  explicit code(std::string_view text);

  std::size_t size() const { return significant_.size(); }
  std::string_view operator[](std::size_t index) const;
  token_kind kind(std::size_t index) const;
  /// Where the piece stands in tokens(); for index size(), the end of the text.
  std::size_t token_index(std::size_t index) const;

  std::string_view text() const { return text_; }
  const std::vector<token>& tokens() const { return tokens_; }

  /// Whether pieces index and index + 1 stand side by side.
  bool adjacent(std::size_t index) const;
  bool is_name(std::size_t index) const { return kind(index) == token_kind::name; }

  /// The piece that closes the ( [ or { at `open`; none when there is none.
  std::size_t closing(std::size_t open) const;
  /// The piece that opens the ) ] or } at `close`.
  std::size_t opening(std::size_t close) const;
  /// The > that closes the < at `open`, when what stands between can be template arguments.
  std::size_t closing_angle(std::size_t open) const;
  /// The < that opens the > at `close`.
  std::size_t opening_angle(std::size_t close) const;

  /// The parts between commas that no bracket and no template argument list encloses.
  std::vector<span_of_code> split_at_commas(span_of_code range) const;
  /// The range as written, on one line, without comments.
  std::string on_one_line(span_of_code range) const;

private:
  std::string_view text_;
  std::vector<token> tokens_;
  std::vector<std::size_t> significant_;
  std::vector<std::size_t> partner_; ///< of ( [ {, and back
};

} // namespace cudalab::emulator
