// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/course/mutation/code.h"

#include <algorithm>
#include <sstream>

namespace cudalab::mutation {

namespace {

using emulator::token_kind;

/// For each line, whether it is the student's.
std::vector<bool> marked_lines(const std::string& text) {
  std::vector<bool> marked;
  bool inside = false, any = false;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    if (line.find("// END SOLUTION") != line.npos)
      inside = false;
    marked.push_back(inside);
    if (line.find("// BEGIN SOLUTION") != line.npos)
      any = inside = true;
  }
  if (!any)
    std::fill(marked.begin(), marked.end(), true);
  return marked;
}

bool opens(const code_token& token) {
  return token.is("(") || token.is("[") || token.is("{");
}
bool closes(const code_token& token) {
  return token.is(")") || token.is("]") || token.is("}");
}
bool is_word(const code_token& token) {
  return token.kind == token_kind::name;
}

void match_brackets(std::vector<code_token>& tokens) {
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (closes(tokens[i]) && !open.empty()) {
      tokens[i].partner = open.back();
      tokens[open.back()].partner = i;
      open.pop_back();
    }
    tokens[i].inside = open.empty() ? none : open.back();
    if (opens(tokens[i]))
      open.push_back(i);
  }
}

} // namespace

code::code(std::string text) : text_(std::move(text)) {
  const std::vector<bool> marked = marked_lines(text_);
  const auto pieces = emulator::tokenize(text_);
  std::size_t line = 0;
  for (std::size_t i = 0; i + 1 < pieces.size(); ++i) {
    const std::string content = text_.substr(pieces[i].begin, pieces[i].length);
    if (pieces[i].significant()) {
      code_token made{pieces[i].kind, content, pieces[i].begin};
      made.line = static_cast<int>(line) + 1;
      made.marked = marked[line];
      made.space_before = i > 0 && !pieces[i - 1].significant();
      made.space_after = !pieces[i + 1].significant();
      tokens_.push_back(made);
    }
    line += static_cast<std::size_t>(std::count(content.begin(), content.end(), '\n'));
  }
  match_brackets(tokens_);
}

const code_token& code::operator[](std::size_t index) const {
  static const code_token outside;
  return index < tokens_.size() ? tokens_[index] : outside;
}

bool code::is_binary(std::size_t index) const {
  const code_token& token = (*this)[index];
  return token.kind == token_kind::symbol && token.space_before && token.space_after;
}

std::string code::function_of(std::size_t index) const {
  static const std::vector<std::string> controls = {"if", "for", "while", "switch"};
  std::string name;
  for (std::size_t at = (*this)[index].inside; at != none; at = tokens_[at].inside) {
    if (!tokens_[at].is("{") || at == 0 || !tokens_[at - 1].is(")"))
      continue;
    const std::size_t before = tokens_[at - 1].partner - 1;
    if (is_word((*this)[before]) &&
        std::find(controls.begin(), controls.end(), tokens_[before].text) == controls.end())
      name = tokens_[before].text;
  }
  return name;
}

std::size_t code::token_at(std::size_t begin) const {
  const auto found =
      std::lower_bound(tokens_.begin(), tokens_.end(), begin,
                       [](const code_token& each, std::size_t at) { return each.begin < at; });
  return static_cast<std::size_t>(found - tokens_.begin());
}

namespace {

/// `const int n`, `float* p`, `std::vector<float> v`, `using f = g`, but not `p = q` or `f(x)`.
bool begins_declaration(const code& source, std::size_t at) {
  static const std::vector<std::string> words = {"const",      "constexpr", "static", "extern",
                                                 "using",      "typedef",   "struct", "namespace",
                                                 "__shared__", "auto",      "class",  "template"};
  if (std::find(words.begin(), words.end(), source[at].text) != words.end())
    return true;
  if (!is_word(source[at]) || source[at].is("return") || source[at].is("delete"))
    return false;
  for (++at; source[at].is("::");)
    at += 2;
  if (source[at].is("<") && !source[at].space_before)
    for (int depth = 0; at < source.size() && !source[at].is(";"); ++at) {
      depth += source[at].is("<") ? 1 : source[at].is(">") ? -1 : 0;
      if (depth == 0)
        break;
    }
  at += source[at].is(">") ? 1 : 0;
  while ((source[at].is("*") || source[at].is("&")) && !source[at].space_before)
    ++at;
  return is_word(source[at]) || (source[at].is("(") && source[at + 1].is("&"));
}

} // namespace

std::vector<statement> statements_of(const code& source) {
  std::vector<statement> found;
  std::vector<std::size_t> starts = {0}; // of the statement under way, in each open block
  for (std::size_t i = 0; i < source.size(); ++i) {
    const code_token& token = source[i];
    const bool in_block = token.inside == none || source[token.inside].is("{");
    if (token.is("{")) {
      starts.push_back(i + 1);
    } else if (token.is("}") && starts.size() > 1) {
      starts.pop_back();
      const code_token& next = source[i + 1]; // of an initialiser or a lambda the statement goes on
      if (in_block && !next.is(";") && !next.is(",") && !next.is("("))
        starts.back() = i + 1;
    } else if (token.is("else") || token.is("do")) {
      starts.back() = i + 1;
    } else if (token.is(")") && in_block && token.partner != none && token.partner > 0) {
      const code_token& before = source[token.partner - 1];
      if (before.is("if") || before.is("for") || before.is("while"))
        starts.back() = i + 1;
    } else if (token.is(";") && in_block) {
      if (starts.back() < i)
        found.push_back({starts.back(), i, begins_declaration(source, starts.back())});
      starts.back() = i + 1;
    }
  }
  return found;
}

} // namespace cudalab::mutation
