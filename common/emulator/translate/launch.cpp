// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/translate/launch.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace cudalab::emulator {
namespace {

/// Words that may stand before an expression and are no part of it.
bool keyword(std::string_view word) {
  static constexpr std::array<std::string_view, 13> words = {
      "return", "else",     "do",       "case",  "goto",     "throw",    "new",
      "delete", "co_yield", "typename", "const", "operator", "co_return"};
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool statement_head(std::string_view word) {
  return word == "if" || word == "while" || word == "for" || word == "switch" ||
         word == "constexpr" || word == "catch";
}

/// Walks back from the end of a kernel's expression to its beginning.
class kernel_reader {
public:
  explicit kernel_reader(const code& source) : source_(source) {}

  /// The expression that ends before piece `end`; empty when there is none.
  span_of_code read(std::size_t end) const {
    std::size_t first = primary(end);
    while (first != code::none && first > 0) {
      const std::string_view before = source_[first - 1];
      std::size_t next = code::none;
      if (before == "template") {
        next = first - 1;
      } else if (before == "::") {
        next = named(first - 1);
        if (next == code::none)
          return {first - 1, end}; // ::k
      } else if (before == "." || before == "->") {
        next = primary(first - 1);
      } else {
        break;
      }
      first = next;
    }
    return first == code::none ? span_of_code{end, end} : span_of_code{first, end};
  }

private:
  /// A name, maybe with template arguments, that ends before `end`.
  std::size_t named(std::size_t end) const {
    if (end == 0)
      return code::none;
    std::size_t at = end - 1;
    if (source_[at] == ">") {
      at = source_.opening_angle(at);
      if (at == code::none || at == 0)
        return code::none;
      --at;
    }
    return source_.is_name(at) && !keyword(source_[at]) ? at : code::none;
  }

  std::size_t primary(std::size_t end) const {
    if (end == 0)
      return code::none;
    const std::size_t at = end - 1;
    if (source_[at] != ")" && source_[at] != "]")
      return named(end);
    const std::size_t open = source_.opening(at);
    if (open == code::none)
      return code::none;
    const std::size_t called = ends_condition(open) ? code::none : primary(open);
    if (source_[at] == "]")
      return called;                             // table[i]
    return called == code::none ? open : called; // (*k), kernel_for(x)
  }

  /// Whether `(` stands after the head of a statement: if (x) (k)<<<...
  bool ends_condition(std::size_t open) const {
    if (open == 0)
      return false;
    if (statement_head(source_[open - 1]))
      return true;
    if (source_[open - 1] != ")")
      return false;
    const std::size_t before = source_.opening(open - 1);
    return before != code::none && before > 0 && statement_head(source_[before - 1]);
  }

  const code& source_;
};

std::string kernel_name(const code& source, span_of_code kernel) {
  std::size_t last = kernel.last - 1;
  while (last > kernel.first && !source.is_name(last)) {
    const std::string_view piece = source[last];
    const std::size_t open = piece == ">" ? source.opening_angle(last) : source.opening(last);
    if (open == code::none || open <= kernel.first)
      break;
    last = open - 1;
  }
  if (source.is_name(last))
    return std::string(source[last]);
  if (kernel.size() <= 4 && source.is_name(kernel.last - 2))
    return std::string(source[kernel.last - 2]); // (k), (*k)
  return source.on_one_line(kernel);
}

/// The first > of the >>> that ends the configuration which begins at `begin`. Which > belong to
/// template arguments is a guess: each < after a name opens some (`count_templates`). Where that
/// finds no end, a < was a comparison: then the first >>> before a ( is the end.
std::size_t end_of_configuration(const code& source, std::size_t begin, bool count_templates) {
  std::size_t templates = 0;
  for (std::size_t at = begin; at < source.size(); ++at) {
    const std::string_view piece = source[at];
    if (piece == "(" || piece == "[" || piece == "{") {
      at = source.closing(at);
      if (at == code::none)
        return code::none;
    } else if (piece == "<" && count_templates) {
      if (begins_launch(source, at))
        return code::none;
      if (source.is_name(at - 1))
        ++templates;
    } else if (piece == ">") {
      std::size_t run = 1;
      while (source[at + run] == ">")
        ++run;
      const bool ends =
          count_templates ? run >= 3 + templates : run >= 3 && source[at + run] == "(";
      if (ends)
        return at + run - 3;
      templates -= std::min(templates, run);
      at += run - 1;
    } else if (piece == ";" || piece == ")" || piece == "]" || piece == "}") {
      return code::none;
    }
  }
  return code::none;
}

std::string configuration_error(const code& source, span_of_code range, const std::string& name) {
  const std::vector<span_of_code> values = source.split_at_commas(range);
  const auto empty = [](span_of_code part) { return part.empty(); };
  if (values.size() < 2 || std::any_of(values.begin(), values.end(), empty))
    return "the launch of " + name +
           " needs <<<blocks, threads>>>: how many blocks, and how many threads in each";
  if (values.size() > 4)
    return "the launch of " + name + " has " + std::to_string(values.size()) +
           " values in its <<< >>>; there are at most four: <<<blocks, threads, "
           "bytes of dynamic shared memory, stream>>>";
  return "";
}

} // namespace

bool begins_launch(const code& source, std::size_t at) {
  return source[at] == "<" && source[at + 1] == "<" && source[at + 2] == "<" &&
         source.adjacent(at) && !(at > 0 && source[at - 1] == "operator");
}

launch_parts read_launch(const code& source, std::size_t open) {
  launch_parts parts;
  parts.kernel = kernel_reader(source).read(open);
  if (parts.kernel.empty()) {
    parts.error = "a launch needs the name of a kernel before its <<<";
    return parts;
  }
  parts.name = kernel_name(source, parts.kernel);

  const std::size_t begin = open + 3;
  std::size_t close = end_of_configuration(source, begin, true);
  if (close == code::none)
    close = end_of_configuration(source, begin, false);
  if (close == code::none) {
    parts.error = "the launch of " + parts.name + " has no >>> after its <<<";
    return parts;
  }
  parts.configuration = {begin, close};
  parts.error = configuration_error(source, parts.configuration, parts.name);
  if (!parts.error.empty())
    return parts;

  parts.arguments_open = close + 3;
  if (source[parts.arguments_open] != "(") {
    parts.error = "the launch of " + parts.name +
                  " needs its arguments in parentheses after >>>; () when there are none";
    return parts;
  }
  parts.arguments_close = source.closing(parts.arguments_open);
  if (parts.arguments_close == code::none) {
    parts.error = "the arguments of the launch of " + parts.name + " have no closing parenthesis";
    return parts;
  }
  parts.arguments = source.split_at_commas({parts.arguments_open + 1, parts.arguments_close});
  for (const span_of_code& argument : parts.arguments)
    if (argument.empty())
      parts.error = "the launch of " + parts.name + " has an empty argument";
  return parts;
}

namespace {

bool is_null_in_parentheses(const code& source, span_of_code range) {
  // ((void*)0), as some systems define NULL
  static constexpr std::string_view pieces[] = {"(", "(", "void", "*", ")", "0", ")"};
  if (range.size() != std::size(pieces))
    return false;
  for (std::size_t at = 0; at < range.size(); ++at)
    if (source[range.first + at] != pieces[at])
      return false;
  return true;
}

bool is_literal(const code& source, span_of_code range) {
  while (range.size() >= 3 && source[range.first] == "(" && source[range.last - 1] == ")")
    range = {range.first + 1, range.last - 1};
  const std::string_view piece = source[range.first];
  if (source.kind(range.first) == token_kind::quoted) {
    for (std::size_t at = range.first; at < range.last; ++at)
      if (source.kind(at) != token_kind::quoted || source[at].find('\n') != std::string_view::npos)
        return false;
    return true;
  }
  return range.size() == 1 &&
         (source.kind(range.first) == token_kind::number || piece == "true" || piece == "false" ||
          piece == "nullptr" || piece == "NULL" || piece == "__null");
}

} // namespace

bool stays_in_lambda(const code& source, span_of_code argument) {
  const bool braced = source[argument.first] == "{" && source[argument.last - 1] == "}";
  return braced || is_literal(source, argument) || is_null_in_parentheses(source, argument);
}

} // namespace cudalab::emulator
