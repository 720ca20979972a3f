// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/emucc/llvm_text.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <utility>

#include "emulator/emucc/words.h"

namespace cudalab::emulator::llvm_text {
namespace {

/// The first place outside of brackets and quotes for which wanted() is true, or the end.
template <class Wanted>
std::size_t find_outside(std::string_view text, std::size_t at, const Wanted& wanted) {
  int depth = 0;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (depth == 0 && wanted(at))
      return at;
    if (c == '"')
      at = std::min(text.find('"', at + 1), text.size());
    else if (c == '(' || c == '[' || c == '{' || c == '<')
      ++depth;
    else if (c == ')' || c == ']' || c == '}' || c == '>')
      --depth;
  }
  return text.size();
}

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = std::min(text.find_first_not_of(' '), text.size());
  return text.substr(begin, text.find_last_not_of(' ') + 1 - begin);
}

/// From an opening bracket to behind the closing one.
std::size_t behind_brackets(std::string_view text, std::size_t open) {
  bool first = true;
  return find_outside(text, open, [&](std::size_t) { return !std::exchange(first, false); });
}

std::uint64_t number_in(std::string_view text) {
  std::uint64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

std::uint64_t rounded_up(std::uint64_t bytes, std::uint64_t alignment) {
  return (bytes + alignment - 1) / alignment * alignment;
}

/// Words of a call in front of the type of its result.
bool is_word_of_call(std::string_view word) {
  return one_of(word, std::array<std::string_view, 20>{"tail",     "musttail", "notail",  "fast",
                                                       "nnan",     "ninf",     "nsz",     "arcp",
                                                       "contract", "afn",      "reassoc", "fastcc",
                                                       "coldcc",   "noundef",  "nonnull", "zeroext",
                                                       "signext",  "noalias",  "inreg",   "range"});
}

/// Words between an argument's type and its value.
bool is_word_of_argument(std::string_view word) {
  return one_of(word, std::array<std::string_view, 29>{"align",
                                                       "allocalign",
                                                       "byref",
                                                       "byval",
                                                       "captures",
                                                       "dereferenceable",
                                                       "dereferenceable_or_null",
                                                       "immarg",
                                                       "inreg",
                                                       "nest",
                                                       "noalias",
                                                       "nocapture",
                                                       "nocallback",
                                                       "nofpclass",
                                                       "nofree",
                                                       "nonnull",
                                                       "noundef",
                                                       "preallocated",
                                                       "range",
                                                       "readnone",
                                                       "readonly",
                                                       "returned",
                                                       "signext",
                                                       "sret",
                                                       "swiftself",
                                                       "swifterror",
                                                       "writable",
                                                       "writeonly",
                                                       "zeroext"});
}

} // namespace

std::string_view next_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

std::vector<std::string_view> parts_of(std::string_view list) {
  std::vector<std::string_view> parts;
  while (!trimmed(list).empty()) {
    const std::size_t end = find_outside(list, 0, [&](std::size_t at) { return list[at] == ','; });
    parts.push_back(trimmed(list.substr(0, end)));
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return parts;
}

std::string_view type_at(std::string_view text) {
  std::size_t end = find_outside(text, 0, [&](std::size_t at) {
    return text[at] == ' ' || text[at] == '*' || text[at] == ',' || text[at] == '(';
  });
  for (;;) { // pointers to it, functions that return it
    if (text.substr(end, 1) == "*")
      ++end;
    else if (text.substr(end, 2) == " (")
      end = behind_brackets(text, end + 1);
    else if (text.substr(end, 11) == " addrspace(")
      end = behind_brackets(text, end + 10);
    else
      return text.substr(0, end);
  }
}

typed_value typed(std::string_view text) {
  const std::string_view type = type_at(text);
  return {type, trimmed(text.substr(type.size()))};
}

typed_value argument(std::string_view text) {
  typed_value found = typed(text);
  for (;;) {
    const std::size_t end = found.value.find_first_of(" (");
    const std::string_view word = found.value.substr(0, end);
    if (end == found.value.npos || !is_word_of_argument(word))
      return found;
    std::size_t behind = end;
    if (found.value[end] == '(')
      behind = behind_brackets(found.value, end);
    else if (word == "align")
      behind = found.value.find(' ', end + 1);
    found.value = trimmed(found.value.substr(std::min(behind, found.value.size())));
  }
}

std::string_view without_cast(std::string_view value) {
  if (!begins(value, "bitcast (") || value.back() != ')')
    return value;
  const std::string_view inside = value.substr(9, value.size() - 10);
  return typed(inside.substr(0, inside.rfind(" to "))).value;
}

std::string_view pointee(std::string_view type) {
  return !type.empty() && type.back() == '*' ? type.substr(0, type.size() - 1) : "";
}

std::string global_name(std::string_view text) {
  if (!begins(text, "@"))
    return "";
  if (begins(text, "@\""))
    return std::string(text.substr(2, text.find('"', 2) - 2));
  const auto end = std::find_if(text.begin() + 1, text.end(), [](unsigned char c) {
    return std::isalnum(c) == 0 && c != '_' && c != '.' && c != '$' && c != '-';
  });
  return {text.begin() + 1, end};
}

std::string_view debug_part(std::string_view line) {
  const std::size_t at = line.rfind(", !dbg !");
  return at == line.npos ? "" : line.substr(at, line.find_first_of(", ", at + 8) - at);
}

types::types(std::string_view code) {
  note_asked_alignments(code);
  for (std::string_view rest = code; !rest.empty();) {
    const std::string_view line = next_line(rest);
    if (begins(line, "define "))
      return; // they stand in front
    const std::size_t middle = begins(line, "%") ? line.find(" = type ") : line.npos;
    if (middle != line.npos)
      structures_[line.substr(0, middle)] = line.substr(middle + 8);
  }
}

std::string_view types::plain(std::string_view type) const {
  const auto found = structures_.find(type);
  return found == structures_.end() ? type : found->second;
}

/// `!14 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "point", ..., align: 64, ...`
void types::note_asked_alignments(std::string_view code) {
  static constexpr std::string_view bits = ", align: ", name = ", name: \"";
  for (std::size_t at = code.find(bits); at != code.npos; at = code.find(bits, at + 1)) {
    const std::size_t begin = code.rfind('\n', at) + 1;
    const std::string_view line = code.substr(begin, at - begin);
    const std::size_t named = line.find(name);
    if (named == line.npos || line.find("!DICompositeType(") == line.npos)
      continue;
    const std::string_view rest = line.substr(named + name.size());
    asked_[rest.substr(0, rest.find_first_of("\"<"))] =
        number_in(code.substr(at + bits.size())) / 8;
  }
}

std::uint64_t types::alignment_of(std::string_view type) const {
  // `%struct.point`, `%"class.space::box.12"`
  std::uint64_t all = 0;
  if (begins(type, "%")) {
    std::string_view name = type.substr(type.find('.') + 1);
    name = name.substr(0, name.find('"'));
    if (const std::size_t inner = name.rfind("::"); inner != name.npos)
      name = name.substr(inner + 2);
    const auto asked = asked_.find(name.substr(0, name.find('.')));
    all = asked == asked_.end() ? 0 : asked->second;
  }
  if (const array_type array = as_array(plain(type)); array.count != 0 && plain(type)[0] == '[')
    return alignment_of(array.element);
  const bool structure = begins(plain(type), "{");
  for (std::uint64_t i = 0; structure; ++i) {
    const std::string_view part = part_type(type, i);
    if (part.empty())
      break;
    all = std::max(all, alignment_of(part));
  }
  const extent own = size_of(type);
  return own.bytes == 0 && all == 0 ? 0 : std::max(all, own.alignment);
}

array_type as_array(std::string_view type) {
  const std::size_t times = type.find(" x ");
  if (!(begins(type, "[") || (begins(type, "<") && !begins(type, "<{"))) || times == type.npos)
    return {};
  return {number_in(type.substr(1)), type.substr(times + 3, type.size() - times - 4)};
}

std::string_view types::part_type(std::string_view type, std::uint64_t number) const {
  type = plain(type);
  if (const array_type array = as_array(type); array.count != 0)
    return number < array.count ? array.element : "";
  const bool packed = begins(type, "<{");
  if (!packed && !begins(type, "{"))
    return "";
  const std::size_t edge = packed ? 2 : 1;
  const auto parts = parts_of(type.substr(edge, type.size() - 2 * edge));
  return number < parts.size() ? parts[number] : "";
}

types::extent types::size_of(std::string_view type) const {
  type = plain(type);
  if (type == "ptr" || (!type.empty() && type.back() == '*') || type == "double")
    return {8, 8};
  if (type == "float")
    return {4, 4};
  if (type == "half" || type == "bfloat")
    return {2, 2};
  if (type == "x86_fp80" || type == "fp128")
    return {16, 16};
  if (begins(type, "i") && number_in(type.substr(1)) != 0) {
    const std::uint64_t bytes = (number_in(type.substr(1)) + 7) / 8;
    std::uint64_t alignment = 1;
    while (alignment < bytes && alignment < 8)
      alignment *= 2;
    return {rounded_up(bytes, alignment), alignment};
  }
  if (const array_type array = as_array(type); array.count != 0) {
    const extent element = size_of(array.element);
    const bool vector = type[0] == '<';
    return {array.count * element.bytes, vector ? array.count * element.bytes : element.alignment};
  }
  extent all;
  const bool packed = begins(type, "<{");
  for (std::uint64_t i = 0;; ++i) {
    const std::string_view part = part_type(type, i);
    if (part.empty())
      break;
    const extent each = size_of(part);
    const std::uint64_t alignment = packed ? 1 : std::max<std::uint64_t>(1, each.alignment);
    all.bytes = rounded_up(all.bytes, alignment) + each.bytes;
    all.alignment = std::max(all.alignment, alignment);
  }
  all.bytes = rounded_up(all.bytes, all.alignment);
  return all;
}

call call_in(std::string_view line) {
  std::size_t at = 2; // `  call`, `  %3 = call`, `  %3 = tail call`, `  invoke`
  if (line.substr(2, 1) == "%" || line.substr(2, 1) == "@") {
    at = line.find(" = ");
    if (at == line.npos)
      return {};
    at += 3;
  }
  const std::string_view rest = line.substr(std::min(at, line.size()));
  std::size_t word = 0;
  for (const char* before : {"tail ", "musttail ", "notail "})
    if (begins(rest, before))
      word = std::string_view(before).size();
  for (const char* what : {"call ", "invoke "})
    if (begins(rest.substr(word), what))
      at += word + std::string_view(what).size();
  std::string_view text = line.substr(at);
  if (text.data() == rest.data())
    return {};
  for (;;) { // attributes of the result
    const std::size_t end = text.find_first_of(" (");
    const std::string_view name = text.substr(0, end);
    if (is_word_of_call(name) && end != text.npos && text[end] == ' ')
      text.remove_prefix(end + 1);
    else if (end != text.npos && text[end] == '(' &&
             (begins(name, "dereferenceable") || name == "addrspace" || name == "range" ||
              name == "align" || name == "nofpclass"))
      text.remove_prefix(std::min(behind_brackets(text, end) + 1, text.size()));
    else if (name == "align" && end != text.npos)
      text.remove_prefix(std::min(text.find(' ', end + 1) + 1, text.size()));
    else
      break;
  }
  call found;
  found.result = type_at(text);
  std::string_view callee = text.substr(std::min(found.result.size() + 1, text.size()));
  std::size_t open = find_outside(callee, 0, [&](std::size_t i) { return callee[i] == '('; });
  if (open > 0 && callee.substr(open - 1, 1) == " ") // bitcast (...)(arguments)
    open = behind_brackets(callee, open);
  const std::size_t close = behind_brackets(callee, open);
  found.callee = callee.substr(0, open);
  if (close > open + 1)
    found.arguments = callee.substr(open + 1, close - open - 2);
  return found;
}

} // namespace cudalab::emulator::llvm_text
