// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/emucc/narrowed_results.h"

#include <set>

#include "emulator/emucc/floating_literal.h"

namespace cudalab::emulator {

namespace {

/// Functions of <cmath> that compute in double precision as soon as one argument is a double or an
/// int.
bool is_of_doubles(std::string_view name) {
  static const std::set<std::string_view> names = {
      "acos", "asin",  "atan",  "atan2", "cbrt", "ceil", "cos",   "cosh", "erf",   "exp",   "exp2",
      "fdim", "floor", "fma",   "fmax",  "fmin", "fmod", "hypot", "log",  "log10", "log1p", "log2",
      "pow",  "rint",  "round", "rsqrt", "sin",  "sinh", "sqrt",  "tan",  "tanh",  "trunc"};
  return names.count(name) != 0;
}

bool opens(std::string_view piece) {
  return piece == "(" || piece == "[" || piece == "{";
}
bool closes(std::string_view piece) {
  return piece == ")" || piece == "]" || piece == "}";
}
/// What no operand goes past.
bool ends_expression(std::string_view piece) {
  static const std::set<std::string_view> ends = {"",   ";",  ",",  "=",  "?",     ":",
                                                  "+=", "-=", "*=", "/=", "return"};
  return ends.count(piece) != 0;
}

/// The whole expression that the piece is part of, up to the brackets around it.
span_of_code expression_at(const code& text, std::size_t at) {
  std::size_t first = at, last = at;
  while (first > 0 && !ends_expression(text[first - 1]) && !opens(text[first - 1])) {
    --first;
    if (closes(text[first]) && text.opening(first) != code::none)
      first = text.opening(first);
  }
  for (; last < text.size() && !closes(text[last]) && (last == at || !ends_expression(text[last]));
       ++last)
    if (opens(text[last])) {
      if (text.closing(last) == code::none)
        break;
      last = text.closing(last);
    }
  return {first, last};
}

/// Names that the function, whose body begins with `brace`, declares as double, up to `end`.
std::set<std::string_view> doubles_of(const code& text, std::size_t brace, std::size_t end) {
  std::size_t at = brace;
  while (at > 0 && text[at - 1] != ";" && text[at - 1] != "}")
    --at;
  std::set<std::string_view> names;
  for (; at < end; ++at)
    if (text[at] == "double") {
      std::size_t name = at + 1;
      while (text[name] == "*" || text[name] == "&" || text[name] == "const" ||
             text[name] == "__restrict__")
        ++name;
      for (; text.is_name(name); ++name) {
        names.insert(text[name]);
        while (name < end && text[name] != "," && text[name] != ";" && text[name] != ")")
          ++name;
        if (text[name] != "," || text[name + 2] == "(" || text.is_name(name + 2))
          break; // not a further variable, but a further parameter
      }
    }
  return names;
}

/// The operands between first and last, also in parentheses, and those that functions of doubles
/// are given.
template <class See>
void each_operand(const code& text, span_of_code range, const See& see) {
  for (std::size_t at = range.first; at < range.last; ++at) {
    const bool member = at > 0 && (text[at - 1] == "." || text[at - 1] == "->");
    if (!member)
      see(at);
    const bool called =
        text[at] == "(" && at > range.first &&
        ((text.is_name(at - 1) && !is_of_doubles(text[at - 1])) || text[at - 1] == ">");
    if ((called || text[at] == "[") && text.closing(at) != code::none)
      at = text.closing(at);
  }
}

} // namespace

std::string reason_of_double(const code& text, std::size_t at, std::size_t brace, std::size_t end) {
  const std::set<std::string_view> doubles = doubles_of(text, brace, end);
  std::string literal, function;
  bool meant = false, computes = false; // a constant costs nothing when the kernel runs
  const span_of_code range = expression_at(text, at);
  const std::string_view before = range.first == 0 ? "" : text[range.first - 1];
  computes = before == "+=" || before == "-=" || before == "*=" || before == "/=";
  each_operand(text, range, [&](std::size_t operand) {
    computes = computes || text.is_name(operand);
    meant = meant || text[operand] == "double" || doubles.count(text[operand]) != 0;
    if (literal.empty() && is_double_literal(text, operand))
      literal = text[operand];
    if (function.empty() && text[operand + 1] == "(" && is_of_doubles(text[operand]))
      function = text[operand];
  });
  if (meant || !computes)
    return "";
  return literal.empty() && !function.empty() ? function + "(...)" : literal;
}

} // namespace cudalab::emulator
