// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/translate/tokens.h"

#include <algorithm>
#include <array>

namespace cudalab::emulator {
namespace {

bool name_start(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' ||
         static_cast<unsigned char>(c) >= 0x80;
}
bool digit(char c) {
  return c >= '0' && c <= '9';
}
bool name_part(char c) {
  return name_start(c) || digit(c);
}
bool blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v';
}

constexpr std::array<std::string_view, 20> long_symbols = {
    "...", "->*", "->", "::", "&&", "||", "==", "!=", "<=", ">=",
    "+=",  "-=",  "*=", "/=", "%=", "&=", "|=", "^=", "++", "--"};

class lexer {
public:
  explicit lexer(std::string_view text) : text_(text) {}

  std::vector<token> run() {
    std::vector<token> tokens;
    tokens.reserve(text_.size() / 4 + 1);
    while (at_ < text_.size()) {
      const std::size_t begin = at_;
      const token_kind kind = next();
      if (kind == token_kind::newline)
        line_is_blank_ = true;
      else if (kind != token_kind::spaces)
        line_is_blank_ = false;
      tokens.push_back({kind, begin, at_ - begin});
    }
    tokens.push_back({token_kind::end_of_text, text_.size(), 0});
    return tokens;
  }

private:
  char look(std::size_t ahead) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  bool starts(std::string_view what) const { return text_.compare(at_, what.size(), what) == 0; }
  template <class Predicate>
  void skip_while(Predicate belongs) {
    while (at_ < text_.size() && belongs(text_[at_]))
      ++at_;
  }

  token_kind next() {
    const char c = text_[at_];
    if (c == '\n') {
      ++at_;
      return token_kind::newline;
    }
    if (blank(c)) {
      skip_while(blank);
      return token_kind::spaces;
    }
    if (c == '#' && line_is_blank_) {
      skip_while([](char d) { return d != '\n'; });
      return token_kind::directive;
    }
    if (starts("//")) {
      skip_while([](char d) { return d != '\n'; });
      return token_kind::comment;
    }
    if (starts("/*")) {
      const std::size_t end = text_.find("*/", at_ + 2);
      at_ = end == text_.npos ? text_.size() : end + 2;
      return token_kind::comment;
    }
    if (name_start(c))
      return name_or_prefixed_literal();
    if (digit(c) || (c == '.' && digit(look(1)))) {
      number();
      return token_kind::number;
    }
    if (c == '"' || c == '\'') {
      quoted();
      return token_kind::quoted;
    }
    for (std::string_view symbol : long_symbols)
      if (starts(symbol)) {
        at_ += symbol.size();
        return token_kind::symbol;
      }
    ++at_;
    return token_kind::symbol;
  }

  token_kind name_or_prefixed_literal() {
    const std::size_t begin = at_;
    skip_while(name_part);
    const std::string_view name = text_.substr(begin, at_ - begin);
    const bool prefix = name == "L" || name == "u" || name == "U" || name == "u8";
    const bool raw = name == "R" || name == "LR" || name == "uR" || name == "UR" || name == "u8R";
    if (raw && look(0) == '"') {
      raw_string();
      return token_kind::quoted;
    }
    if (prefix && (look(0) == '"' || look(0) == '\'')) {
      quoted();
      return token_kind::quoted;
    }
    return token_kind::name;
  }

  void number() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      const char before = at_ > 0 ? text_[at_ - 1] : '\0';
      const bool exponent_sign = (c == '+' || c == '-') &&
                                 (before == 'e' || before == 'E' || before == 'p' || before == 'P');
      const bool separator = c == '\'' && name_part(look(1));
      if (!name_part(c) && c != '.' && !exponent_sign && !separator)
        break;
      ++at_;
    }
  }

  void quoted() {
    const char quote = text_[at_++];
    while (at_ < text_.size() && text_[at_] != quote && text_[at_] != '\n')
      at_ += text_[at_] == '\\' && at_ + 1 < text_.size() ? 2 : 1;
    if (look(0) == quote)
      ++at_;
    skip_while(name_part); // a suffix: "ms"s
  }

  void raw_string() {
    const std::size_t open = text_.find('(', at_ + 1);
    if (open == text_.npos || open - at_ - 1 > 16) {
      quoted();
      return;
    }
    const std::string close = ")" + std::string(text_.substr(at_ + 1, open - at_ - 1)) + "\"";
    const std::size_t end = text_.find(close, open + 1);
    at_ = end == text_.npos ? text_.size() : end + close.size();
    skip_while(name_part);
  }

  std::string_view text_;
  std::size_t at_ = 0;
  bool line_is_blank_ = true; ///< so far
};

/// `# 57 "lab04.cu" 2` or `#line 57 "lab04.cu"`. False: another directive.
bool read_marker(std::string_view line, int& number, std::string& file) {
  std::size_t at = line.find('#');
  const auto skip_blanks = [&] {
    while (at < line.size() && blank(line[at]))
      ++at;
  };
  if (at == line.npos || line.find_first_not_of(" \t") != at)
    return false;
  ++at;
  skip_blanks();
  if (line.compare(at, 4, "line") == 0)
    at += 4;
  skip_blanks();
  if (at >= line.size() || !digit(line[at]))
    return false;
  number = 0;
  for (; at < line.size() && digit(line[at]) && number < 100'000'000; ++at)
    number = number * 10 + (line[at] - '0');
  skip_blanks();
  if (at >= line.size() || line[at] != '"')
    return true;
  file.clear();
  for (++at; at < line.size() && line[at] != '"'; ++at) {
    if (line[at] == '\\' && at + 1 < line.size())
      ++at;
    file += line[at];
  }
  return true;
}

} // namespace

std::vector<token> tokenize(std::string_view text) {
  return lexer(text).run();
}

void source_position::move_to(std::string_view text, const std::vector<token>& tokens,
                              std::size_t index) {
  if (index < at_)
    *this = {};
  for (; at_ < index; ++at_) {
    const token& piece = tokens[at_];
    const std::string_view content = text.substr(piece.begin, piece.length);
    if (piece.kind == token_kind::directive) {
      int number = 0;
      if (read_marker(content, number, place_.file))
        place_.line = number - 1; // of the line after this one
      continue;
    }
    const std::size_t last = content.rfind('\n');
    if (last == content.npos)
      continue;
    place_.line += static_cast<int>(std::count(content.begin(), content.end(), '\n'));
    line_begin_ = piece.begin + last + 1;
  }
  place_.column = static_cast<int>(tokens[index].begin - line_begin_) + 1;
}

} // namespace cudalab::emulator
