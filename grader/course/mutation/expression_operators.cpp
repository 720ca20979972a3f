// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <algorithm>
#include <array>
#include <map>

#include "grader/course/mutation/operators.h"

namespace cudalab::mutation {

namespace {

using emulator::token_kind;

bool is_any(const code_token& token, std::initializer_list<const char*> texts) {
  return std::any_of(texts.begin(), texts.end(), [&](const char* each) { return token.is(each); });
}

/// Of tokens first to last.
std::string text_of(const code& source, std::size_t first, std::size_t last) {
  return source.text().substr(source[first].begin, source[last].end() - source[first].begin);
}

edit replaced(const code& source, std::size_t first, std::size_t last, const std::string& by,
              const std::string& name) {
  return {source[first].begin, source[last].end() - source[first].begin, by, name};
}

bool ends_operand(const code_token& token) {
  return is_any(token, {",", ";", "?", ":", "=", "&&", "||", "return"});
}

/// One operand of && or || counts no more: true && b, a || false.
void leave_out_operands(const code& source, std::size_t at, std::vector<edit>& out) {
  if (!source.is_binary(at) || !is_any(source[at], {"&&", "||"}))
    return;
  const std::string neutral = source[at].is("&&") ? "true" : "false";
  std::size_t first = at, last = at;
  const std::size_t bracket = source[at].inside;
  while (first > 0 && first - 1 != bracket && !ends_operand(source[first - 1])) {
    --first;
    if (source[first].partner != none && source[first].partner < first)
      first = source[first].partner;
  }
  while (last + 1 < source.size() && source[last + 1].partner != bracket &&
         !ends_operand(source[last + 1])) {
    ++last;
    if (source[last].partner != none && source[last].partner > last)
      last = source[last].partner;
  }
  out.push_back(replaced(source, first, at - 1, neutral, "operand left out"));
  out.push_back(replaced(source, at + 1, last, neutral, "operand left out"));
}

/// if (a && b) to if (!(a && b)). A single comparison is turned round by another operator.
void negate_condition(const code& source, std::size_t at, std::vector<edit>& out) {
  const std::size_t open = at + 1, close = source[open].partner;
  if (!is_any(source[at], {"if", "while"}) || !source[open].is("(") || close == none)
    return;
  int comparisons = 0, connectives = 0;
  for (std::size_t i = open; i < close; ++i)
    if (source.is_binary(i)) {
      comparisons += is_any(source[i], {"<", "<=", ">", ">=", "==", "!="}) ? 1 : 0;
      connectives += is_any(source[i], {"&&", "||"}) ? 1 : 0;
    }
  if (comparisons == 1 && connectives == 0)
    return;
  const std::string condition = text_of(source, open, close);
  out.push_back(replaced(source, open, close, "(!" + condition + ")", "condition"));
}

/// a[i] to a[(i) + 1]; float a[N] to float a[(N) - 1]. Numbers are changed by another operator.
void move_subscript(const code& source, std::size_t at, std::vector<edit>& out) {
  const std::size_t close = source[at].partner;
  const bool follows_array =
      source[at - 1].kind == token_kind::name || is_any(source[at - 1], {"]", ")"});
  if (!source[at].is("[") || source[at].space_before || !follows_array || close == at + 1)
    return;
  if (close == at + 2 && source[at + 1].kind == token_kind::number)
    return;
  std::size_t array = at - 1;
  while (source[array].is("]"))
    array = source[array].partner - 1;
  const code_token& before = source[array - 1];
  const bool declared = before.kind == token_kind::name && !before.is("return");
  const std::string index = "(" + text_of(source, at + 1, close - 1) + ")";
  out.push_back(replaced(source, at + 1, close - 1, index + (declared ? " - 1" : " + 1"),
                         declared ? "array bound" : "index"));
}

/// The arguments between two tokens: first and last token of each.
std::vector<std::pair<std::size_t, std::size_t>> arguments(const code& source, std::size_t from,
                                                           std::size_t to) {
  std::vector<std::pair<std::size_t, std::size_t>> found;
  std::size_t first = from;
  for (std::size_t i = from; i <= to; ++i) {
    if (i == to || source[i].is(",")) {
      if (first < i)
        found.emplace_back(first, i - 1);
      first = i + 1;
    } else if (source[i].partner != none && source[i].partner > i) {
      i = source[i].partner;
    }
  }
  return found;
}

void exchange_first_two(const code& source, std::size_t from, std::size_t to,
                        std::vector<edit>& out) {
  const auto list = arguments(source, from, to);
  if (list.size() < 2)
    return;
  const std::string one = text_of(source, list[0].first, list[0].second);
  const std::string two = text_of(source, list[1].first, list[1].second);
  if (one != two)
    out.push_back(
        replaced(source, list[0].first, list[1].second, two + ", " + one, "arguments exchanged"));
}

bool three(const code& source, std::size_t at, const char* bracket) {
  for (std::size_t i = at; i < at + 3; ++i)
    if (!source[i].is(bracket) || (i > at && source[i].space_before))
      return false;
  return true;
}

/// dim3(x, y), dim3 block(x, y) and kernel<<<grid, block>>>.
void exchange_arguments(const code& source, std::size_t at, std::vector<edit>& out) {
  if (source[at].is("dim3")) {
    const std::size_t open = source[at + 1].is("(") ? at + 1 : at + 2;
    if (source[open].is("(") && source[open].partner != none)
      exchange_first_two(source, open + 1, source[open].partner, out);
  } else if (three(source, at, "<")) {
    std::size_t end = at + 3;
    while (end < source.size() && !three(source, end, ">"))
      ++end;
    exchange_first_two(source, at + 3, end, out);
  }
}

/// Half of the bytes that a call is told.
void halve_bytes(const code& source, std::size_t at, std::vector<edit>& out) {
  static const std::map<std::string, std::size_t> place_of_bytes = {
      {"cudaMalloc", 1},      {"cudaMallocAsync", 1}, {"cudaMallocHost", 1}, {"cudaMemcpy", 2},
      {"cudaMemcpyAsync", 2}, {"cudaMemset", 2},      {"cudaMemsetAsync", 2}};
  const auto called = place_of_bytes.find(source[at].text);
  if (called == place_of_bytes.end() || !source[at + 1].is("("))
    return;
  const auto list = arguments(source, at + 2, source[at + 1].partner);
  if (list.size() <= called->second)
    return;
  const auto [first, last] = list[called->second];
  out.push_back(
      replaced(source, first, last, "(" + text_of(source, first, last) + ") / 2", "bytes"));
}

} // namespace

std::vector<edit> expression_edits(const code& source, std::size_t at) {
  std::vector<edit> found;
  leave_out_operands(source, at, found);
  negate_condition(source, at, found);
  move_subscript(source, at, found);
  exchange_arguments(source, at, found);
  halve_bytes(source, at, found);
  return found;
}

} // namespace cudalab::mutation
