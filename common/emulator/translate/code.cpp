// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/translate/code.h"

#include <algorithm>

namespace cudalab::emulator {
namespace {

char partner_of(char close) {
  return close == ')' ? '(' : close == ']' ? '[' : '{';
}

} // namespace

code::code(std::string_view text) : text_(text), tokens_(tokenize(text)) {
  significant_.reserve(tokens_.size() / 2 + 1);
  for (std::size_t index = 0; index < tokens_.size(); ++index)
    if (tokens_[index].significant())
      significant_.push_back(index);

  partner_.assign(significant_.size(), none);
  std::vector<std::size_t> open;
  for (std::size_t index = 0; index < size(); ++index) {
    if (kind(index) != token_kind::symbol)
      continue;
    const char c = (*this)[index].front();
    if (c == '(' || c == '[' || c == '{')
      open.push_back(index);
    if (c != ')' && c != ']' && c != '}')
      continue;
    if (!open.empty() && (*this)[open.back()].front() == partner_of(c)) {
      partner_[open.back()] = index;
      partner_[index] = open.back();
      open.pop_back();
    } else if (c == '}') {
      // A ( was never closed: forget what stands open since the last {, so that one mistake does
      // not spoil the rest of the file.
      while (!open.empty() && (*this)[open.back()].front() != '{')
        open.pop_back();
      if (!open.empty()) {
        partner_[open.back()] = index;
        partner_[index] = open.back();
        open.pop_back();
      }
    }
  }
}

std::string_view code::operator[](std::size_t index) const {
  if (index >= size())
    return {};
  const token& piece = tokens_[significant_[index]];
  return text_.substr(piece.begin, piece.length);
}

token_kind code::kind(std::size_t index) const {
  return index < size() ? tokens_[significant_[index]].kind : token_kind::end_of_text;
}

std::size_t code::token_index(std::size_t index) const {
  return index < size() ? significant_[index] : tokens_.size() - 1;
}

bool code::adjacent(std::size_t index) const {
  return index + 1 < size() && significant_[index] + 1 == significant_[index + 1];
}

std::size_t code::closing(std::size_t open) const {
  return open < size() ? partner_[open] : none;
}
std::size_t code::opening(std::size_t close) const {
  return close < size() ? partner_[close] : none;
}

std::size_t code::closing_angle(std::size_t open) const {
  // Each < that follows a name opens; when the guess is wrong (a comparison), the caller sees none.
  std::size_t depth = 0;
  for (std::size_t at = open; at < size(); ++at) {
    const std::string_view piece = (*this)[at];
    if (piece == "<") {
      if (at != open && !is_name(at - 1))
        return none;
      ++depth;
    } else if (piece == ">") {
      if (--depth == 0)
        return at;
    } else if (piece == "(" || piece == "[" || piece == "{") {
      at = closing(at);
      if (at == none)
        return none;
    } else if (piece == ";" || piece == ")" || piece == "]" || piece == "}" || piece == "||") {
      return none;
    } else if (piece == "&&" && (*this)[at + 1] != "," && (*this)[at + 1] != ">") {
      return none;
    }
  }
  return none;
}

std::size_t code::opening_angle(std::size_t close) const {
  std::size_t depth = 0;
  for (std::size_t at = close + 1; at-- > 0;) {
    const std::string_view piece = (*this)[at];
    if (piece == ">") {
      ++depth;
    } else if (piece == "<") {
      if (at > 0 && (*this)[at - 1] == "<" && adjacent(at - 1)) {
        --at; // a shift: k<1 << 4>
      } else if (--depth == 0) {
        return at;
      }
    } else if (piece == ")" || piece == "]" || piece == "}") {
      at = opening(at);
      if (at == none)
        return none;
    } else if (piece == ";" || piece == "(" || piece == "[" || piece == "{") {
      return none;
    }
  }
  return none;
}

std::vector<span_of_code> code::split_at_commas(span_of_code range) const {
  std::vector<span_of_code> parts;
  if (range.empty())
    return parts;
  std::size_t begin = range.first;
  for (std::size_t at = range.first; at < range.last; ++at) {
    const std::string_view piece = (*this)[at];
    std::size_t jump = none;
    if (piece == "(" || piece == "[" || piece == "{") {
      jump = closing(at);
    } else if (piece == "<" && at > range.first && is_name(at - 1)) {
      jump = closing_angle(at);
      // After a comparison's > comes an operand; after a template argument list, anything else.
      const bool operand_follows = jump != none && jump + 1 < range.last &&
                                   (kind(jump + 1) == token_kind::number ||
                                    kind(jump + 1) == token_kind::quoted || is_name(jump + 1));
      if (operand_follows)
        jump = none;
    }
    if (jump != none && jump < range.last) {
      at = jump;
    } else if (piece == ",") {
      parts.push_back({begin, at});
      begin = at + 1;
    }
  }
  parts.push_back({begin, range.last});
  return parts;
}

std::string code::on_one_line(span_of_code range) const {
  std::string line;
  if (range.empty())
    return line;
  const std::size_t last = token_index(range.last - 1);
  for (std::size_t index = token_index(range.first); index <= last; ++index) {
    const token& piece = tokens_[index];
    if (piece.significant())
      line += text_.substr(piece.begin, piece.length);
    else if (!line.empty() && line.back() != ' ')
      line += ' ';
  }
  std::replace(line.begin(), line.end(), '\n', ' ');
  return line;
}

} // namespace cudalab::emulator
