// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/emucc/submission_text.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "emulator/emucc/pasted_names.h"
#include "emulator/emucc/words.h"
#include "emulator/translate/tokens.h"

namespace cudalab::emulator {
namespace {

using words = std::vector<std::string_view>;

constexpr const char* same_everywhere = "a submission must be the same program wherever it runs";

bool is_one_of(std::string_view word, const words& list) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

/// Without backslashes at ends of lines: as\<newline>m is asm. `lines`: of each character.
std::string spliced(std::string_view text, std::vector<int>& lines) {
  std::string result;
  int line = 1;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool returns = text.substr(i, 3) == "\\\r\n";
    if (returns || text.substr(i, 2) == "\\\n") {
      i += returns ? 2 : 1;
      ++line;
      continue;
    }
    result += text[i];
    lines.push_back(line);
    line += text[i] == '\n';
  }
  return result;
}

/// __NVCC__, __GNUC__, __CUDA_ARCH__: a compiler's own. (__global__ and __fmaf_rn are CUDA.)
bool names_a_compiler(std::string_view word) {
  if (is_one_of(word, {"__FILE__", "__LINE__", "__VA_ARGS__", "__VA_OPT__"}))
    return false;
  return word.size() > 4 && begins(word, "__") &&
         (std::isupper(static_cast<unsigned char>(word[2])) || begins(word, "__has_") ||
          word == "__clang__");
}

std::string refused_name(std::string_view word) {
  const std::string quoted = "'" + std::string(word) + "' ";
  if (is_one_of(word, {"asm", "__asm", "__asm__"}))
    return quoted + "may not stand in a submission: the emulated device cannot see what assembly "
                    "language does. Write it in CUDA C++.";
  for (const char* prefix : {"__tsan", "__sanitizer", "__ubsan", "__asan", "__msan", "cudalab",
                             "CUDALAB", "__cyg_profile"})
    if (begins(word, prefix))
      return quoted +
             "belongs to the emulated device, which watches your threads. Use another name.";
  for (const char* prefix : {"__cxa_", "_Unwind_", "__gxx_", "__gcc_", "__dynamic_cast"})
    if (begins(word, prefix))
      return quoted + "belongs to the compiler. Use a function of CUDA or of C++.";
  if (begins(word, "__builtin_") &&
      !is_one_of(word, {"__builtin_expect", "__builtin_assume_aligned", "__builtin_unreachable"}))
    return quoted + "may not stand in a submission: it is one compiler's own, and " +
           same_everywhere + ". Use a function of CUDA or of C++.";
  if (names_a_compiler(word))
    return quoted + "may not stand in a submission: it tells compilers apart, and " +
           same_everywhere + ".";
  if (word == "__pragma")
    return quoted + "may not stand in a submission. Write #pragma on a line of its own.";
  return "";
}

std::string refused_attribute(std::string_view word) {
  static const words allowed = {
      "aligned",       "packed",      "unused",     "noinline",     "noreturn",
      "always_inline", "fallthrough", "nodiscard",  "likely",       "unlikely",
      "maybe_unused",  "deprecated",  "gnu",        "const",        "pure",
      "inline",        "__aligned__", "__unused__", "__noinline__", "__always_inline__"};
  if (is_one_of(word, allowed))
    return "";
  return "the attribute '" + std::string(word) +
         "' may not stand in a submission: attributes can take code out of the emulated device's "
         "sight. Those that say nothing but 'aligned', 'unused' or 'noinline' may.";
}

/// The names of a directive, behind the #.
words names_in(std::string_view directive) {
  words names;
  for (const token& piece : tokenize(directive.substr(1)))
    if (piece.kind == token_kind::name)
      names.push_back(directive.substr(1 + piece.begin, piece.length));
  return names;
}

std::string refused_include(std::string_view directive) {
  const std::size_t open = directive.find_first_of("<\"");
  const std::size_t close = open == std::string_view::npos
                                ? open
                                : directive.find(directive[open] == '<' ? '>' : '"', open + 1);
  if (close == std::string_view::npos)
    return "#include wants a name in quotes or angle brackets here, not a macro.";
  const std::string_view name = directive.substr(open + 1, close - open - 1);
  if (begins(name, "/") || begins(name, "emulator/") || begins(name, "cudalab/"))
    return "'" + std::string(name) +
           "' may not be included: a submission may include headers of the system, of CUDA, of "
           "lab/ "
           "and of its own lab.";
  return "";
}

std::string refused_pragma(const words& names) {
  const bool known =
      names.size() > 1 &&
      (is_one_of(names[1], {"unroll", "nounroll", "once", "region", "endregion"}) ||
       (names.size() > 2 && names[1] == "GCC" && names[2] == "unroll") || begins(names[1], "nv_"));
  if (known)
    return "";
  return "of all pragmas only #pragma unroll, nounroll, once and those that begin with nv_ may "
         "stand "
         "in a submission: others change how the compiler sees your code.";
}

/// `_Pragma("unroll 4")` from its second piece on: the text is a directive's.
std::string refused_pragma_operator(std::string_view open, std::string_view text,
                                    std::string_view close) {
  const bool plain = open == "(" && close == ")" && text.size() >= 2 && text.front() == '"' &&
                     text.find('\\') == text.npos;
  if (!plain)
    return "'_Pragma' wants its text in quotes here: _Pragma(\"unroll\")";
  const std::string directive = "#pragma " + std::string(text.substr(1, text.size() - 2));
  return refused_pragma(names_in(directive));
}

std::string refused_directive(std::string_view directive) {
  const words names = names_in(directive);
  if (names.empty())
    return "";
  const std::string_view what = names.front();
  if (what == "include")
    return refused_include(directive);
  if (what == "pragma")
    return refused_pragma(names);
  if (is_one_of(what, {"include_next", "import", "embed", "line", "ident"}))
    return "#" + std::string(what) + " may not stand in a submission.";
  if (is_one_of(what, {"define", "undef"}) && names.size() > 1 && begins(names[1], "cuda"))
    return "'" + std::string(names[1]) +
           "' is CUDA's own name and cannot be defined anew. Use another one.";
  if (begins(what, "if") || begins(what, "el"))
    for (const std::string_view name : names)
      if (begins(name, "__") && name != "__cplusplus")
        return "#" + std::string(what) + " may not ask for '" + std::string(name) +
               "': " + same_everywhere + ".";
  const std::vector<refused_text> inside = // the rest is code, as elsewhere
      find_refused_text(directive.substr(directive.find(what) + what.size()));
  return inside.empty() ? "" : inside.front().reason;
}

} // namespace

original_text original_of(std::string_view copy) {
  constexpr std::string_view begin = "#line 1 \"";
  const std::size_t end = copy.find("\"\n");
  if (!begins(copy, begin) || end == copy.npos || end < begin.size())
    return {"", copy};
  return {std::string(copy.substr(begin.size(), end - begin.size())), copy.substr(end + 2)};
}

std::vector<refused_text> find_refused_text(std::string_view written) {
  std::vector<int> lines;
  const std::string text = spliced(written, lines);
  std::vector<refused_text> found;
  const auto refuse = [&](const token& piece, std::string reason) {
    if (!reason.empty())
      found.push_back({lines[piece.begin], std::move(reason)});
  };
  std::vector<token> pieces;
  for (const token& piece : tokenize(text))
    if (piece.significant() || piece.kind == token_kind::directive)
      pieces.push_back(piece);
  bool looked = false; // at what ## makes
  const auto word = [&](std::size_t i) {
    return i < pieces.size() ? std::string_view(text).substr(pieces[i].begin, pieces[i].length)
                             : std::string_view();
  };
  int attribute = 0; // brackets that are open, of an attribute
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    if (pieces[i].kind == token_kind::directive) {
      refuse(pieces[i], refused_directive(word(i)));
      if (!looked && pastes(word(i))) {
        looked = true;
        refuse(pieces[i], refused_pasting(text));
      }
      continue;
    }
    if (word(i) == "%" && word(i + 1) == ":")
      refuse(pieces[i], "the digraph %: may not stand in a submission. Write #.");
    const bool begins = word(i) == "__attribute__" || word(i) == "__attribute" ||
                        (word(i) == "[" && word(i + 1) == "[" &&
                         pieces[i].begin + 1 == pieces[i + 1].begin && attribute == 0);
    if (begins && pieces[i].kind == token_kind::name) {
      ++i;
      attribute = word(i) == "(";
      continue;
    }
    if (attribute > 0 || begins) {
      const bool opens = word(i) == "(" || word(i) == "[",
                 closes = word(i) == ")" || word(i) == "]";
      attribute += opens - closes;
      if (pieces[i].kind == token_kind::name)
        refuse(pieces[i], refused_attribute(word(i)));
    } else if (word(i) == "_Pragma") {
      refuse(pieces[i], refused_pragma_operator(word(i + 1), word(i + 2), word(i + 3)));
    } else if (pieces[i].kind == token_kind::name) {
      refuse(pieces[i], refused_name(word(i)));
    }
  }
  return found;
}

int line_with_name(std::string_view text, const std::vector<std::string_view>& names) {
  int line = 1;
  for (const token& piece : tokenize(text)) {
    const std::string_view word = text.substr(piece.begin, piece.length);
    if (piece.kind == token_kind::name && is_one_of(word, names))
      return line;
    line += static_cast<int>(std::count(word.begin(), word.end(), '\n'));
  }
  return 0;
}

std::vector<std::string> quoted_includes(std::string_view written) {
  std::vector<int> lines;
  const std::string text = spliced(written, lines);
  std::vector<std::string> found;
  for (const token& piece : tokenize(text)) {
    const std::string_view directive = std::string_view(text).substr(piece.begin, piece.length);
    if (piece.kind != token_kind::directive)
      continue;
    const words names = names_in(directive);
    const std::size_t open = directive.find('"');
    const std::size_t close = open == directive.npos ? open : directive.find('"', open + 1);
    if (!names.empty() && names.front() == "include" && close != directive.npos)
      found.emplace_back(directive.substr(open + 1, close - open - 1));
  }
  return found;
}

} // namespace cudalab::emulator
