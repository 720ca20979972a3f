// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/translate/device_declaration.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "emulator/translate/kernel_address.h"
#include "emulator/translate/scope.h"

namespace cudalab::emulator {
namespace {

template <std::size_t N>
bool one_of(std::string_view word, const std::array<std::string_view, N>& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool takes_parentheses(std::string_view word) {
  static constexpr std::array<std::string_view, 8> words = {
      "alignas",  "__attribute__", "decltype",   "noexcept",
      "explicit", "typeof",        "__typeof__", "__declspec"};
  return one_of(word, words);
}

bool class_key(std::string_view word) {
  return word == "struct" || word == "class" || word == "union" || word == "enum";
}

bool builtin_type(std::string_view word) {
  static constexpr std::array<std::string_view, 10> words = {
      "bool", "char", "short", "int", "long", "float", "double", "signed", "unsigned", "auto"};
  return one_of(word, words);
}

bool specifier(std::string_view word) {
  static constexpr std::array<std::string_view, 9> words = {
      "static", "extern",     "const",    "constexpr",   "volatile",
      "inline", "__inline__", "typename", "thread_local"};
  return one_of(word, words);
}

/// float4, uint2 and their like: no constructor runs.
bool vector_type(std::string_view word) {
  const bool counted = word.size() > 1 && word.back() >= '1' && word.back() <= '4';
  if (!counted)
    return false;
  word.remove_suffix(1);
  if (word.front() == 'u' && word.size() > 1)
    word.remove_prefix(1);
  return word != "dim" && (builtin_type(word) || word == "longlong");
}

/// Whether what stands in the parentheses at `open` can only be a value: `int x(5)`.
bool holds_a_value(const code& source, std::size_t open) {
  const std::string_view next = source[open + 1];
  const token_kind kind = source.kind(open + 1);
  return kind == token_kind::number || kind == token_kind::quoted || next == "-" || next == "+" ||
         next == "true" || next == "false" || next == "nullptr" || next == "sizeof";
}

/// The * of a declarator in the parentheses at `open`, `(*f)` or `(C::*f)`; none: there is none.
std::size_t declarator_star(const code& source, std::size_t open) {
  std::size_t at = open + 1;
  while (source.is_name(at) && source[at + 1] == "::")
    at += 2;
  return source[at] == "*" || source[at] == "&" ? at : code::none;
}

/// Reads a declaration piece by piece from its first device word on.
class reader {
public:
  reader(const code& source, std::size_t keyword) : source_(source), at_(keyword) {}

  enum class found { nothing, function, variable };

  found read() {
    bool body_may_follow = false;
    for (; at_ < source_.size(); ++at_) {
      const std::string_view piece = source_[at_];
      if (is_device_word(piece)) {
        kinds_.push_back(piece);
      } else if (takes_parentheses(piece) && source_[at_ + 1] == "(") {
        jump(source_.closing(at_ + 1));
      } else if (piece == "[" && source_[at_ + 1] == "[") {
        jump(source_.closing(at_));
      } else if (piece == "operator" || piece == "}" || piece == ")") {
        return found::function;
      } else if (class_key(piece)) {
        const std::string_view after = source_[at_ + (source_.is_name(at_ + 1) ? 2 : 1)];
        body_may_follow = after == "{" || after == ":" || after == "final";
        plain_ = false;
      } else if (piece == "{" && body_may_follow) {
        jump(source_.closing(at_));
        body_may_follow = false;
      } else if (piece == "<" && source_.is_name(at_ - 1)) {
        plain_ = false;
        if (const std::size_t close = source_.closing_angle(at_); close != code::none)
          at_ = close;
      } else if (piece == "(") {
        return parentheses();
      } else if (piece == ";") {
        return source_[at_ - 1] == "}" ? found::nothing : found::variable; // only a type
      } else if (piece == "=" || piece == "," || piece == "[" || piece == "{") {
        return is_device_word(source_[at_ - 1]) ? found::function : found::variable; // a lambda
      } else if (source_.is_name(at_)) {
        note_name(piece);
      }
    }
    return found::function;
  }

  std::size_t at() const { return at_; }
  const std::vector<std::string_view>& kinds() const { return kinds_; }
  /// Nothing but words that the compiler knows, so that no constructor runs.
  bool plain() const { return plain_ && type_known_; }

private:
  void jump(std::size_t to) { at_ = to == code::none ? source_.size() : to; }

  /// The variable's own name may be unknown; a type's must not.
  void note_name(std::string_view piece) {
    const bool type = builtin_type(piece) || vector_type(piece);
    type_known_ = type_known_ || type;
    if (type || specifier(piece))
      return;
    const std::string_view next = source_[at_ + 1];
    const bool own_name = next == ";" || next == "[" || next == "," || next == "=" || next == "{";
    if (!own_name)
      plain_ = false;
  }

  found parentheses() {
    const std::string_view before = source_[at_ - 1];
    if (is_device_word(before))
      return found::function; // a lambda's parameters
    const std::size_t close = source_.closing(at_);
    const std::size_t star = declarator_star(source_, at_);
    if (close != code::none && star != code::none &&
        (source_[close + 1] == "(" || source_[close + 1] == "["))
      // float (*f)(float) is a variable, float (*f())(float) is not.
      return source_[star + 2] == "(" ? found::function : found::variable;
    const bool named = source_.is_name(at_ - 1) || before == ">";
    return named && holds_a_value(source_, at_) ? found::variable : found::function;
  }

  const code& source_;
  std::size_t at_;
  std::vector<std::string_view> kinds_;
  bool plain_ = true;
  bool type_known_ = false;
};

bool initialised(const code& source, std::size_t from) {
  for (std::size_t at = from; at < source.size() && source[at] != ";"; ++at) {
    if (source[at] == "=" || source[at] == "{" || source[at] == "(")
      return true;
    if (source[at] == "[") {
      at = source.closing(at);
      if (at == code::none)
        return true;
    }
  }
  return false;
}

bool has(const std::vector<std::string_view>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool stands_between(const code& source, std::size_t first, std::size_t last,
                    std::string_view word) {
  for (std::size_t at = first; at < last; ++at)
    if (source[at] == word)
      return true;
  return false;
}

} // namespace

bool is_device_word(std::string_view word) {
  return word == "__device__" || word == "__constant__" || word == "__managed__";
}

device_declaration read_device_declaration(const code& source, std::size_t keyword) {
  device_declaration result;
  reader declaration(source, keyword);
  const reader::found what = declaration.read();
  result.read_to = declaration.at();
  const std::size_t begin = declaration_begin(source, keyword);
  const bool friend_or_type = source[begin] == "friend" || source[begin] == "typedef";
  if (what != reader::found::variable || friend_or_type)
    return result;
  const auto& kinds = declaration.kinds();
  const std::string word(has(kinds, "__managed__")    ? "__managed__"
                         : has(kinds, "__constant__") ? "__constant__"
                                                      : "__device__");
  const bool has_initialiser = initialised(source, declaration.at());
  if (stands_between(source, begin, declaration.at(), "extern") && !has_initialiser)
    return result;
  const scope where = scope_of(source, keyword);
  if (where == scope::type)
    result.error = "a " + word + " variable cannot be a member of a class: declare it outside";
  else if (where == scope::function && !stands_between(source, begin, declaration.at(), "static"))
    result.error = "a " + word + " variable cannot be declared in a function: declare it outside";
  else if (source[begin] == "template")
    result.template_at = begin;
  result.kind = word.substr(2, word.size() - 4);
  result.all_zero = declaration.plain() && !has_initialiser;
  std::size_t last_word = keyword;
  while (is_device_word(source[last_word + 1]))
    ++last_word;
  result.attributes = {last_word + 1, end_of_attributes(source, last_word + 1)};
  return result;
}

device_body read_device_body(const code& source, std::size_t keyword) {
  bool has_parameters = false;
  for (std::size_t at = keyword + 1; at < source.size(); ++at) {
    if (source[at] == ";" || source[at] == "}" || (source[at] == "=" && !has_parameters))
      break;
    if (source[at] == "(" || source[at] == "[" || source[at] == "{") {
      const std::size_t close = source.closing(at);
      if (close == code::none || (source[at] == "{" && !has_parameters))
        break;
      if (source[at] == "{")
        return {kernel_declared(source, keyword), {at, close + 1}};
      has_parameters |= source[at] == "(";
      at = close;
    }
  }
  return {};
}

} // namespace cudalab::emulator
