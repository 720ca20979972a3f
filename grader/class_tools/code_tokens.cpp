// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/class_tools/code_tokens.h"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace cudalab::grader {

namespace {

constexpr std::size_t longest_pattern = 8, most_repeats = 12, longest_word = 60;

bool begins_name(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_';
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool goes_on(char c) {
  return begins_name(c) || is_digit(c);
}

class lexer {
public:
  explicit lexer(std::string_view text) : rest_(text) {}

  std::vector<code_token> read() {
    while (!rest_.empty())
      next();
    return std::move(tokens_);
  }

private:
  bool at(std::string_view begin) const { return rest_.substr(0, begin.size()) == begin; }

  void skip(std::size_t count) {
    const std::string_view gone = rest_.substr(0, count);
    line_ += static_cast<int>(std::count(gone.begin(), gone.end(), '\n'));
    rest_.remove_prefix(gone.size());
  }

  void skip_behind(std::string_view end, std::size_t from) {
    const std::size_t found = rest_.find(end, from);
    skip(found == rest_.npos ? rest_.size() : found + end.size());
  }

  /// A line that goes on behind a backslash is one.
  std::size_t end_of_line() const {
    std::size_t end = rest_.find('\n');
    while (end != rest_.npos && end > 0 && rest_[end - 1] == '\\')
      end = rest_.find('\n', end + 1);
    return std::min(end, rest_.size());
  }

  void add(std::string_view word) {
    tokens_.push_back({std::string(word.substr(0, longest_word)), line_});
  }

  void quoted(char quote) {
    add(quote == '"' ? "\"s\"" : "'c'");
    std::size_t end = 1;
    while (end < rest_.size() && rest_[end] != quote && rest_[end] != '\n')
      end += rest_[end] == '\\' ? 2 : 1;
    skip(end + 1);
  }

  void raw_string() {
    const std::size_t open = rest_.find('(');
    add("\"s\"");
    if (open == rest_.npos || open > 20)
      return skip(2);
    skip_behind(')' + std::string(rest_.substr(2, open - 2)) + '"', open);
  }

  void number() {
    add("1");
    std::size_t end = 1;
    while (end < rest_.size() &&
           (goes_on(rest_[end]) || rest_[end] == '.' || rest_[end] == '\'' ||
            ((rest_[end] == '+' || rest_[end] == '-') &&
             std::string_view("eEpP").find(rest_[end - 1]) != std::string_view::npos)))
      ++end;
    skip(end);
  }

  void directive() {
    std::size_t word = 1;
    while (word < rest_.size() && (rest_[word] == ' ' || rest_[word] == '\t'))
      ++word;
    skip(rest_.substr(word, 6) == "define" ? word + 6 : end_of_line());
  }

  void next() {
    const char c = rest_[0];
    if (at("//"))
      skip(end_of_line());
    else if (at("/*"))
      skip_behind("*/", 2);
    else if (c == '#')
      directive();
    else if (at("R\""))
      raw_string();
    else if (c == '"' || c == '\'')
      quoted(c);
    else if (is_digit(c) || (c == '.' && rest_.size() > 1 && is_digit(rest_[1])))
      number();
    else if (begins_name(c))
      name();
    else
      sign();
  }

  void name() {
    std::size_t end = 1;
    while (end < rest_.size() && goes_on(rest_[end]))
      ++end;
    add(rest_.substr(0, end));
    skip(end);
  }

  void sign() {
    for (const std::string_view each : {"<<<", ">>>", "->", "++", "--", "+=", "-=", "*=", "/=",
                                        "<=", ">=", "==", "!=", "&&", "||", "::"})
      if (at(each)) {
        add(each);
        return skip(each.size());
      }
    if (rest_[0] > ' ' && rest_[0] < 127 && rest_[0] != '\\')
      add(rest_.substr(0, 1));
    skip(1);
  }

  std::string_view rest_;
  int line_ = 1;
  std::vector<code_token> tokens_;
};

std::string kind_of(const std::string& word) {
  return begins_name(word[0]) ? "name" : word;
}

std::vector<code_token> without_repeats(std::vector<code_token> all) {
  std::vector<code_token> kept;
  std::size_t same[longest_pattern + 1] = {}; // how long each distance has repeated itself
  for (code_token& each : all) {
    kept.push_back(std::move(each));
    const std::size_t last = kept.size() - 1;
    for (std::size_t distance = 1; distance <= longest_pattern; ++distance) {
      const bool repeats =
          last >= distance && kind_of(kept[last].word) == kind_of(kept[last - distance].word);
      same[distance] = repeats ? same[distance] + 1 : 0;
    }
    for (std::size_t distance = 1; distance <= longest_pattern; ++distance)
      if (same[distance] >= distance * most_repeats) {
        kept.resize(kept.size() - distance);
        for (std::size_t& count : same)
          count = count > distance ? count - distance : 0;
        break;
      }
  }
  return kept;
}

} // namespace

std::vector<code_token> code_tokens(const std::string& text) {
  return without_repeats(lexer(text).read());
}

} // namespace cudalab::grader
