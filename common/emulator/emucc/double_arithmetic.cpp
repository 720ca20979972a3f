// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/emucc/double_arithmetic.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <tuple>
#include <utility>

#include "emulator/emucc/floating_literal.h"
#include "emulator/emucc/located_line.h"
#include "emulator/emucc/narrowed_results.h"
#include "emulator/emucc/precision_messages.h"
#include "emulator/translate/code.h"

namespace cudalab::emulator {
namespace {

/// How tightly a binary operator binds; 0: it is none that computes.
int binding(std::string_view piece) {
  static const std::map<std::string_view, int> strengths = {
      {"*", 5},  {"/", 5},  {"+", 4},  {"-", 4},  {"<", 3},  {">", 3},  {"<=", 3},
      {">=", 3}, {"==", 2}, {"!=", 2}, {"+=", 1}, {"-=", 1}, {"*=", 1}, {"/=", 1}};
  const auto found = strengths.find(piece);
  return found == strengths.end() ? 0 : found->second;
}

/// A float that is widened. The operand is named: by its operator when it is an operation itself,
/// else by where it begins.
struct promotion {
  source_place place;
  bool narrows = false; ///< the other way: the result becomes a float
};

class literal_reader {
public:
  /// @param all that read() will be asked for
  literal_reader(const translation& translated, const std::vector<promotion>& all)
      : translated_(translated), text_(translated.text) {
    for (const promotion& each : all)
      pieces_[key_of(each.place)] = code::none;
    for (const device_function& each : translated.device_functions)
      pieces_[key_of(each.begin)] = pieces_[key_of(each.end)] = code::none;
    for (std::size_t at = 0; at < text_.size(); ++at)
      if (const auto found = pieces_.find(key_of(place(at))); found != pieces_.end())
        found->second = at;
    for (std::size_t at = 3; at + 2 < text_.size(); ++at)
      if (is_constant_of(at))
        constants_.emplace(text_[at - 1], at + 1);
  }

  /// The literal that makes the operation at this place one of doubles.
  std::optional<double_literal> read(const promotion& seen) {
    const source_place& where = seen.place;
    const std::size_t at = pieces_.at(key_of(where));
    const device_function* const function = function_at(where);
    if (at == code::none || function == nullptr)
      return std::nullopt;
    if (seen.narrows) {
      const std::string reason = reason_of_double(text_, at, pieces_.at(key_of(function->begin)),
                                                  pieces_.at(key_of(function->end)));
      return reason.empty() ? std::nullopt
                            : std::optional(double_literal{where, function->name,
                                                           function->is_kernel, reason});
    }
    const std::size_t literal = literal_beside(at);
    if (literal == code::none)
      return std::nullopt;
    double_literal found{where, function->name, function->is_kernel, std::string(text_[literal])};
    found.place.line = place(literal).line;
    return found;
  }

private:
  using key = std::tuple<int, int, std::string>;
  static key key_of(const source_place& one) { return {one.line, one.column, one.file}; }

  const source_place& place(std::size_t at) {
    position_.move_to(text_.text(), text_.tokens(), text_.token_index(at));
    return position_.place();
  }

  const device_function* function_at(const source_place& where) const {
    const auto order = [](const source_place& one) { return std::tuple(one.line, one.column); };
    for (const device_function& each : translated_.device_functions)
      if (each.begin.file == where.file && each.begin.line <= where.line &&
          where.line <= each.end.line &&
          (each.begin.line != each.end.line || order(each.begin) <= order(where)))
        return &each;
    return nullptr;
  }

  /// Of the operation that the operand at this piece is part of.
  std::size_t literal_beside(std::size_t at) const {
    const int own = binding(text_[at]); // the operand is an operation itself
    const std::size_t first =
        own != 0 ? begin_of_operand(at - 1) : (text_.is_name(at) ? begin_of_operand(at) : at);
    const std::size_t last = end_of_operand(own != 0 ? at + 1 : at);
    const std::size_t before = first == 0 ? text_.size() : first - 1;
    const auto outer = [&](std::size_t sign) {
      const int strength = binding(text_[sign]);
      return own != 0 && strength > own ? 0 : strength;
    };
    const int left = outer(before), right = outer(last);
    if (left == 0 && right == 0)
      return code::none;
    return literal_of(left >= right ? before : last);
  }

  /// The double literal that is an operand of this operator.
  std::size_t literal_of(std::size_t sign) const {
    std::size_t right = sign + 1;
    bool wrapped = false;
    for (; text_[right] == "(" || text_[right] == "-" || text_[right] == "+"; ++right)
      wrapped |= text_[right] == "(";
    // x + 2.0 * d: 2.0 is not what x is added to.
    if (const std::size_t found = literal_meant(right);
        found != code::none &&
        (wrapped ? text_[right + 1] == ")" : binding(text_[right + 1]) <= binding(text_[sign])))
      return found;
    if (sign == 0)
      return code::none;
    std::size_t left = sign - 1;
    wrapped = text_[left] == ")";
    if (wrapped && left > 0)
      --left;
    if (const std::size_t found = left > 0 ? literal_meant(left) : code::none;
        found != code::none &&
        (wrapped ? text_[left - 1] == "(" : binding(text_[left - 1]) < binding(text_[sign])))
      return found;
    return code::none;
  }

  /// The = or { of a constant that gets its type from a literal, or the other way round:
  /// `constexpr auto step = 0.5;`
  bool is_constant_of(std::size_t at) const {
    if ((text_[at] != "=" && text_[at] != "{") || !is_double_literal(text_, at + 1) ||
        text_[at + 2] != (text_[at] == "=" ? ";" : "}"))
      return false;
    const auto is_one_of = [&](std::size_t word, std::string_view one, std::string_view other) {
      return text_[word] == one || text_[word] == other;
    };
    return text_.is_name(at - 1) && is_one_of(at - 2, "auto", "double") &&
           is_one_of(at - 3, "constexpr", "const");
  }

  /// A double literal at this piece, or the one that a constant's name there stands for.
  std::size_t literal_meant(std::size_t at) const {
    if (is_double_literal(text_, at))
      return at;
    const std::string_view after = at + 1 < text_.size() ? text_[at + 1] : "";
    const auto found = constants_.find(text_[at]);
    return found == constants_.end() || after == "." || after == "[" || after == "::"
               ? code::none
               : found->second;
  }

  std::size_t end_of_operand(std::size_t at) const {
    while (text_[at] == "-" || text_[at] == "+" || text_[at] == "!")
      ++at;
    at = text_[at] == "(" ? text_.closing(at) : at;
    if (at == code::none)
      return text_.size();
    for (++at;;) {
      if (text_[at] == "[" || text_[at] == "(") {
        const std::size_t close = text_.closing(at);
        if (close == code::none)
          return text_.size();
        at = close + 1;
      } else if (text_[at] == "." || text_[at] == "->" || text_[at] == "::") {
        at += 2;
      } else {
        return at;
      }
    }
  }

  std::size_t begin_of_operand(std::size_t at) const {
    for (;;) {
      if (text_[at] == "]" || text_[at] == ")") {
        const std::size_t open = text_.opening(at);
        if (open == code::none || open == 0)
          return at;
        if (!text_.is_name(open - 1) && text_[open - 1] != "]" && text_[open - 1] != ")")
          return open;
        at = open - 1;
      } else if (at >= 2 &&
                 (text_[at - 1] == "." || text_[at - 1] == "->" || text_[at - 1] == "::")) {
        at -= 2;
      } else {
        return at;
      }
    }
  }

  const translation& translated_;
  code text_;
  source_position position_;
  std::map<key, std::size_t> pieces_;
  std::map<std::string_view, std::size_t> constants_; ///< names, and their literals
};

} // namespace

std::vector<double_literal> find_double_arithmetic(const std::string& messages,
                                                   const translation& translated) {
  std::vector<double_literal> result;
  if (!is_about_precision(messages) || translated.device_functions.empty())
    return result;
  std::vector<promotion> all;
  std::istringstream lines(messages);
  for (std::string line; std::getline(lines, line);)
    if (const auto parts = parse_located_line(line);
        parts && (is_promotion(parts->text) || is_narrowing(parts->text)))
      all.push_back({parts->place, is_narrowing(parts->text)});
  std::stable_partition(all.begin(), all.end(), [](const promotion& one) { return !one.narrows; });
  literal_reader text(translated, all);
  std::set<std::tuple<std::string, int, std::string>> known; // a template says it several times
  std::set<std::pair<std::string, int>> lines_told;
  for (const promotion& each : all) {
    const auto found = text.read(each);
    if (!found || (each.narrows && lines_told.count({found->place.file, found->place.line}) != 0))
      continue; // what a widened float has told of this line is enough
    if (known.emplace(found->place.file, found->place.line, found->literal).second)
      result.push_back(*found);
    lines_told.emplace(found->place.file, found->place.line);
  }
  return result;
}

std::string advice_lines(const std::vector<double_literal>& found) {
  std::string text;
  for (const double_literal& each : found)
    text += each.place.file + '\t' + std::to_string(each.place.line) + '\t' + each.function + '\t' +
            (each.in_kernel ? "kernel" : "device") + '\t' + each.literal + '\n';
  return text;
}

} // namespace cudalab::emulator
