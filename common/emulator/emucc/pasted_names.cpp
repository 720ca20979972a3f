// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/emucc/pasted_names.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <map>
#include <set>
#include <vector>

#include "emulator/emucc/words.h"
#include "emulator/translate/tokens.h"

namespace cudalab::emulator {
namespace {

constexpr std::string_view rest_of_arguments = "__VA_ARGS__";

struct piece {
  token_kind kind;
  std::string_view text;
  bool names() const { return kind == token_kind::name; }
};
using pieces = std::vector<piece>;
using piece_set = std::set<std::string_view>;

pieces significant(std::string_view text) {
  pieces found;
  for (const token& each : tokenize(text))
    if (each.significant())
      found.push_back({each.kind, text.substr(each.begin, each.length)});
  return found;
}

/// One line #define. A name that is defined twice stands in the list twice.
struct macro {
  std::string_view name;
  std::vector<std::string_view> parameters;
  pieces body;
  std::set<std::size_t>
      pasted; ///< parameters by number: what they stand for becomes part of a name

  bool variadic() const { return !parameters.empty() && parameters.back() == rest_of_arguments; }
  /// @return parameters.size() where it is none
  std::size_t number_of(std::string_view word) const {
    return static_cast<std::size_t>(std::find(parameters.begin(), parameters.end(), word) -
                                    parameters.begin());
  }
};

bool is_blank(char c) {
  return c == ' ' || c == '\t';
}

/// @param directive from its # on, of a #define
macro macro_of(std::string_view directive) {
  const pieces all = significant(directive.substr(1)); // define NAME ...
  macro made;
  if (all.size() < 2)
    return made;
  made.name = all[1].text;
  std::size_t at = 2;
  const auto behind_name =
      static_cast<std::size_t>(made.name.data() + made.name.size() - directive.data());
  if (behind_name < directive.size() && directive[behind_name] == '(') {
    for (++at; at < all.size() && all[at].text != ")"; ++at)
      if (all[at].names())
        made.parameters.push_back(all[at].text);
      else if (all[at].text == "...")
        made.parameters.push_back(rest_of_arguments);
    ++at;
  }
  if (at < all.size())
    made.body.assign(all.begin() + static_cast<std::ptrdiff_t>(at), all.end());
  return made;
}

/// What one file's macros put together.
class pasting {
public:
  explicit pasting(std::string_view text) {
    for (const token& each : tokenize(text)) {
      const std::string_view written = text.substr(each.begin, each.length);
      if (each.kind == token_kind::directive) {
        const pieces words = significant(written.substr(1));
        if (!words.empty() && words.front().text == "define")
          macros_.push_back(macro_of(written));
      } else if (each.significant()) {
        code_.push_back({each.kind, written});
      }
    }
  }

  std::string refused() {
    for (macro& each : macros_)
      note_operators(each);
    for (bool grew = true; grew && reason_.empty();) {
      grew = false;
      for (macro& each : macros_)
        grew = note_calls(each.body, &each) || grew;
      grew = note_calls(code_, nullptr) || grew;
    }
    if (!reason_.empty())
      return reason_;
    for (const std::string_view each : parts_)
      if (each == "_" || begins(each, "__") ||
          (each.size() > 1 && each[0] == '_' && std::isupper(static_cast<unsigned char>(each[1]))))
        return "## may not make a name of '" + std::string(each) +
               "' in a submission: names with such a beginning belong to the compiler. Write them "
               "out.";
    for (const std::string_view whole : {"asm", "cudalab", "CUDALAB"})
      if (makes(whole, whole != "asm"))
        return "## may not make the name '" + std::string(whole) +
               "' in a submission, and the pieces for it are here. Write names out.";
    return "";
  }

private:
  /// a ## b in the body of `of`
  void note_operators(macro& of) {
    const pieces& body = of.body;
    for (std::size_t i = 0; i + 1 < body.size(); ++i) {
      if (body[i].text != "#" || body[i + 1].text != "#")
        continue;
      const bool leaves_out_comma = i > 0 && body[i - 1].text == "," && i + 2 < body.size() &&
                                    body[i + 2].text == rest_of_arguments;
      if (leaves_out_comma)
        continue;
      if (i == 0 || i + 2 >= body.size())
        return;
      note_operand(of, body[i - 1]);
      note_operand(of, body[i + 2]);
    }
  }

  void note_operand(macro& of, const piece& operand) {
    const std::size_t number = of.number_of(operand.text);
    if (number < of.parameters.size())
      of.pasted.insert(number);
    else if (operand.names())
      parts_.insert(operand.text);
    else if (operand.kind != token_kind::number)
      reason_ = "## may stand between names and numbers only, in a submission: '" +
                std::string(operand.text) + "' is neither.";
  }

  /// What is handed to parameters that become parts of names.
  /// @param within the macro whose body this is, if it is one
  /// @return whether a parameter of `within` is found to be one, too
  bool note_calls(const pieces& text, macro* within) {
    bool grew = false;
    std::set<std::size_t> handed_on; // places of macros' names
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (!text[i].names())
        continue;
      const bool calls = i + 1 < text.size() && text[i + 1].text == "(";
      if (calls && within != nullptr &&
          within->number_of(text[i].text) < within->parameters.size() && calls_what_it_gets_)
        grew = note_call(nullptr, text, i, within, handed_on) || grew;
      for (const macro& called : macros_) {
        if (called.name != text[i].text)
          continue;
        if (calls && !called.parameters.empty())
          grew = note_call(&called, text, i, within, handed_on) || grew;
        else if (!called.pasted.empty() && handed_on.count(i) == 0)
          reason_ = "'" + std::string(called.name) +
                    "' makes names with ##: in a submission it may be called, or handed to a macro "
                    "that calls it, and nothing else.";
      }
    }
    return grew;
  }

  /// @param called nullptr: whatever is handed to a parameter of `within`
  /// @param at of its name
  bool note_call(const macro* called, const pieces& text, std::size_t at, macro* within,
                 std::set<std::size_t>& handed_on) {
    bool grew = false;
    std::size_t argument = 0, open = 1;
    for (at += 2; at < text.size() && open > 0; ++at) {
      const std::string_view word = text[at].text;
      open += word == "(";
      open -= word == ")";
      const bool last =
          called != nullptr && called->variadic() && argument + 1 >= called->parameters.size();
      if (word == "," && open == 1 && !last)
        ++argument;
      else if (text[at].names() && (called == nullptr || called->pasted.count(argument) != 0))
        grew = note_part(word, within) || grew;
      else if (text[at].names() && makes_names(word) && only_calls(*called, argument)) {
        handed_on.insert(at);
        grew = grew || !calls_what_it_gets_;
        calls_what_it_gets_ = true;
      }
    }
    return grew;
  }

  bool makes_names(std::string_view word) const {
    return std::any_of(macros_.begin(), macros_.end(), [&](const macro& each) {
      return each.name == word && !each.pasted.empty();
    });
  }

  /// Whether a parameter stands for what is called, wherever it stands.
  static bool only_calls(const macro& of, std::size_t number) {
    if (number >= of.parameters.size() || of.parameters[number] == rest_of_arguments)
      return false;
    for (std::size_t i = 0; i < of.body.size(); ++i)
      if (of.body[i].text == of.parameters[number] &&
          (i + 1 == of.body.size() || of.body[i + 1].text != "("))
        return false;
    return true;
  }

  /// A word of an argument. The name of a macro stands for what that macro holds.
  bool note_part(std::string_view word, macro* within) {
    if (within != nullptr) {
      const std::size_t number = within->number_of(word);
      if (number < within->parameters.size())
        return within->pasted.insert(number).second;
    }
    if (word == "__LINE__" || !parts_.insert(word).second) // a number
      return false;
    for (const macro& each : macros_)
      if (each.name == word)
        for (const piece& inside : each.body)
          if (inside.names())
            note_part(inside.text, nullptr);
    return false;
  }

  /// Whether parts in a row are this word, or (`longer`) begin with it.
  bool makes(std::string_view word, bool longer) const {
    if (word.empty())
      return true;
    return std::any_of(parts_.begin(), parts_.end(), [&](std::string_view part) {
      if (begins(word, part))
        return makes(word.substr(part.size()), longer);
      return longer && begins(part, word);
    });
  }

  std::vector<macro> macros_;
  pieces code_;
  piece_set parts_;                 ///< any row of these may become a name
  bool calls_what_it_gets_ = false; ///< a macro that makes names is handed to another one
  std::string reason_;
};

} // namespace

bool pastes(std::string_view directive) {
  for (std::size_t at = directive.find("##"); at != std::string_view::npos;
       at = directive.find("##", at + 2)) {
    std::size_t before = at, behind = at + 2;
    while (before > 0 && is_blank(directive[before - 1]))
      --before;
    while (behind < directive.size() && is_blank(directive[behind]))
      ++behind;
    if (before == 0 || directive[before - 1] != ',' ||
        !begins(directive.substr(behind), rest_of_arguments))
      return true;
    const char next = (std::string(directive) + ' ')[behind + rest_of_arguments.size()];
    if (next == '_' || std::isalnum(static_cast<unsigned char>(next)) != 0)
      return true;
  }
  return false;
}

std::string refused_pasting(std::string_view text) {
  return pasting(text).refused();
}

} // namespace cudalab::emulator
