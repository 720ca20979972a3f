// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/emucc/vector_members.h"

#include <algorithm>
#include <bit>
#include <cctype>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "emulator/access_part.h"
#include "emulator/emucc/llvm_text.h"
#include "emulator/emucc/words.h"

namespace cudalab::emulator {
namespace {

constexpr std::string_view watching = "call void @__tsan_";
constexpr unsigned widest = 16; ///< bytes of one instruction of a GPU

/// The place of the name of memcpy or memset in a line that calls it; npos: it does not. From clang
/// 15 on pointers have no types, and copies of structures a name of their own.
std::size_t copy_in(std::string_view line) {
  for (const std::string_view call :
       {"call i8* @memcpy(", "call ptr @memcpy(", "call ptr @__tsan_memcpy(", "call i8* @memset(",
        "call ptr @memset(", "call ptr @__tsan_memset("})
    if (const std::size_t at = line.find(call); at != line.npos)
      return line.find('@', at) + 1;
  return line.npos;
}

bool is_digit(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

/// A call that watches the load or store in the line below it.
struct watched_access {
  std::size_t name = 0, name_end = 0; ///< of the called function, without @: places in the text
  std::size_t close = 0;              ///< the call's closing bracket
  unsigned bytes = 0, alignment = 0;
  bool member = false;   ///< of a structure
  std::string_view copy; ///< the function that copies or fills instead; empty: a load or store
};

std::string_view line_at(std::string_view text, std::size_t begin) {
  return text.substr(begin, std::min(text.find('\n', begin), text.size()) - begin);
}

unsigned number_behind(std::string_view line, std::string_view word) {
  const std::size_t at = line.rfind(word);
  return at == line.npos ? 0
                         : static_cast<unsigned>(std::strtoul(
                               std::string(line.substr(at + word.size(), 8)).c_str(), nullptr, 10));
}

/// `%17` in `%19 = load float, float* %17, align 16`.
std::string_view address_in(std::string_view line) {
  const std::string_view before = line.substr(0, line.rfind(", align "));
  return before.substr(before.rfind(' ') + 1);
}

/// `getelementptr inbounds %struct.float4, %struct.float4* %16, i32 0, i32 1`. Elements of arrays
/// have numbers of 64 bits.
bool takes_member(std::string_view line) {
  const std::size_t at = line.rfind(", i32 0, i32 ");
  if (at == line.npos || !contains(line, "getelementptr inbounds "))
    return false;
  const std::size_t end = line.find_first_not_of("0123456789", at + 13);
  return end == line.npos || line[end] == ',' || line[end] == ')';
}

std::size_t closing_bracket(std::string_view text, std::size_t open) {
  int depth = 0;
  for (std::size_t at = open; at < text.size() && text[at] != '\n'; ++at) {
    depth += text[at] == '(' ? 1 : text[at] == ')' ? -1 : 0;
    if (depth == 0)
      return at;
  }
  return text.npos;
}

/// How CUDA's types with two and four elements are aligned: "float4". Others: 0.
unsigned vector_alignment(std::string_view name) {
  static constexpr std::pair<std::string_view, unsigned> scalars[] = {
      {"longlong", 8}, {"long", 8},  {"double", 8}, {"float", 4},
      {"int", 4},      {"short", 2}, {"char", 1}};
  if (begins(name, "u"))
    name.remove_prefix(1);
  for (const auto& [scalar, bytes] : scalars) {
    if (!begins(name, scalar))
      continue;
    const std::string_view count = name.substr(scalar.size());
    if (count != "2" && count != "4")
      return 0;
    return std::min(bytes * static_cast<unsigned>(count[0] - '0'), widest);
  }
  return 0;
}

class marker {
public:
  explicit marker(std::string_view code) : code_(code) {}

  std::string run() {
    for (std::size_t begin = 0; begin < code_.size();) {
      const std::string_view line = line_at(code_, begin);
      see(line, begin);
      begin += line.size() + 1;
    }
    end_block();
    text_ += code_.substr(written_);
    for (const auto& [name, pointer] : declared_)
      text_ += "\ndeclare void @" + name + "(" + pointer + ", i32)\n";
    const std::string pointer = typed_ ? "i8*" : "ptr";
    for (const std::string_view name : copies_) {
      const std::string second = contains(name, "fill") ? "i32" : pointer;
      text_ += "\ndeclare " + pointer + " @" + std::string(name) + '(' + pointer + ", " + second +
               ", i64, i32)\n";
    }
    return std::move(text_);
  }

private:
  void see(std::string_view line, std::size_t begin) {
    if (line.empty())
      return;
    if (line[0] != ' ') { // a label, a function's head or its end
      if (!behind_check(line))
        end_block();
      if (begins(line, "define ")) {
        apart_ = contains(without_result(line), " noalias ");
        objects_.clear();
      }
      return;
    }
    note_variable(line);
    note_vector(line);
    note_element(line);
    if (const std::size_t name = copy_in(line); name != line.npos)
      note_copy(line, begin, name);
    if (begins(line, "  br i1 ") && contains(line, ", !nosanitize "))
      behind_check_ = label_named(line);
    const std::size_t call = line.find(watching);
    if (call != line.npos) {
      if (const auto access = read(begin + call))
        block_.push_back(*access);
    } else if (takes_member(line)) {
      members_.insert(line.substr(2, line.find(' ', 2) - 2));
    }
  }

  /// `%6 = alloca %struct.pair, align 4`: as its own variables, so are all of the type.
  void note_variable(std::string_view line) {
    static constexpr std::string_view made = " = alloca %";
    const std::size_t at = line.find(made);
    if (at == line.npos)
      return;
    const std::string_view rest = line.substr(at + made.size() - 1);
    const std::string_view type = rest.substr(0, rest.find(", align "));
    if (type.find(',') != type.npos && type[1] != '"')
      return; // several
    const unsigned alignment = number_behind(rest, ", align ");
    const auto [known, is_new] = alignments_.emplace(type, alignment);
    known->second = std::min(known->second, alignment);
    note_object(line.substr(2, at - 2), type);
  }

  /// `%9 = getelementptr inbounds %struct.pair, ptr %7, i64 %8`: an element of an array, where
  /// pointers have no types.
  void note_element(std::string_view line) {
    static constexpr std::string_view element = " = getelementptr inbounds %", pointer = ", ptr ";
    const std::size_t at = line.find(element), end = line.find(pointer);
    if (at == line.npos || end == line.npos)
      return;
    const std::string_view indices = line.substr(end + pointer.size());
    if (indices.find(", i64 ") != indices.npos && indices.find(", i32 ") == indices.npos &&
        indices.find(", i64 ") == indices.rfind(", i64 "))
      note_object(line.substr(2, at - 2),
                  line.substr(at + element.size() - 1, end - at - element.size() + 1));
  }

  /// An address of an object of this type: "%struct.float4".
  void note_object(std::string_view address, std::string_view type) {
    if (const unsigned alignment = alignment_of(type); alignment != 0)
      objects_[address] = alignment;
  }

  /// Of a type of the program's own as its variables are, or else as its members are. 0: not known.
  unsigned alignment_of(std::string_view type) const {
    static constexpr std::string_view structure = "%struct.";
    if (begins(type, structure))
      if (const unsigned vector = vector_alignment(type.substr(structure.size())))
        return vector;
    if (const auto own = alignments_.find(type); own != alignments_.end())
      return own->second;
    return static_cast<unsigned>(std::min<std::uint64_t>(types_.alignment_of(type), widest));
  }

  /// `%8 = bitcast %struct.float4* %6 to i8*`
  void note_vector(std::string_view line) {
    static constexpr std::string_view cast = " = bitcast ";
    const std::size_t at = line.find(cast);
    if (at == line.npos || !contains(line, " to i8*"))
      return;
    const std::string_view from = line.substr(at + cast.size());
    const std::string_view type = llvm_text::type_at(from);
    if (!type.empty() && type.back() == '*')
      note_object(line.substr(2, at - 2), type.substr(0, type.size() - 1));
  }

  /// Of `i8* noundef %7`. 0: not known.
  unsigned alignment_at(std::string_view argument) const {
    const std::string_view value = llvm_text::argument(argument).value;
    if (const auto known = objects_.find(value); known != objects_.end())
      return known->second;
    static constexpr std::string_view cast = "bitcast (";
    if (!begins(value, cast))
      return 0;
    const std::string_view type = llvm_text::type_at(value.substr(cast.size()));
    return type.empty() || type.back() != '*' ? 0 : alignment_of(type.substr(0, type.size() - 1));
  }

  /// `%9 = call i8* @memcpy(i8* %7, i8* %8, i64 16)`: a structure as a whole. How it must be
  /// aligned is gone. `(i8* noundef %7, ...`: the program calls memcpy itself, with any pointers.
  void note_copy(std::string_view line, std::size_t begin, std::size_t name) {
    const std::size_t open = line.find('(', name), close = closing_bracket(line, open);
    if (close == line.npos)
      return;
    const auto arguments = llvm_text::parts_of(line.substr(open + 1, close - open - 1));
    if (arguments.size() != 3)
      return;
    const bool fills = contains(line.substr(name, open - name), "memset");
    const bool own_call = contains(arguments[0], " noundef ");
    const unsigned to = alignment_at(arguments[0]),
                   from = fills || llvm_text::argument(arguments[1]).value[0] != '%'
                              ? to // what is copied from a constant has its type
                              : alignment_at(arguments[1]);
    watched_access found;
    found.alignment = std::min(to, from);
    // Of what the library fills there is only a pointer to bytes.
    if (own_call || (fills && begins(arguments[0], "i8* ")))
      found.alignment = std::max(1u, found.alignment);
    if (found.alignment == 0)
      return;
    found.name = begin + name;
    found.close = begin + close;
    found.copy = own_call ? fills ? "cudalab_byte_fill" : "cudalab_byte_copy"
                 : fills  ? "cudalab_vector_fill"
                          : "cudalab_vector_copy";
    block_.push_back(found);
    typed_ = contains(line, "call i8* ");
  }

  /// `br i1 %37, label %40, label %38, ... !nosanitize !2`: an index is checked. Code goes on at
  /// the first label, or the launch ends at the second.
  static std::string label_named(std::string_view branch) {
    const std::string_view label = branch.substr(branch.find(", label %") + 9);
    return std::string(label.substr(0, label.find(','))) + ":";
  }

  /// Whether the block that begins here is still the same one in a program without such checks.
  bool behind_check(std::string_view line) {
    if (behind_check_.empty() || begins(line, "define ") || begins(line, "}"))
      return false;
    if (begins(line, behind_check_))
      behind_check_.clear();
    return true;
  }

  /// Where a structure is returned there is no other pointer to it, which says nothing of others.
  static std::string without_result(std::string_view line) {
    std::string head(line);
    for (std::size_t at; (at = head.find(" noalias sret")) != head.npos;)
      head.erase(at, 13);
    return head;
  }

  std::optional<watched_access> read(std::size_t call) {
    watched_access found;
    found.name = call + std::string_view("call void @").size();
    found.name_end = code_.find('(', found.name);
    const std::string_view name = code_.substr(found.name, found.name_end - found.name);
    const bool reads = begins(name, "__tsan_read"), writes = begins(name, "__tsan_write");
    const std::string_view size = name.substr(std::min<std::size_t>(name.size(), reads ? 11 : 12));
    if (!(reads || writes) || size.empty() || !std::all_of(size.begin(), size.end(), is_digit))
      return std::nullopt;
    found.bytes = static_cast<unsigned>(std::strtoul(std::string(size).c_str(), nullptr, 10));
    found.close = closing_bracket(code_, found.name_end);
    if (found.close == code_.npos)
      return std::nullopt;
    const std::size_t next = code_.find('\n', found.close);
    const std::string_view access = next == code_.npos ? "" : line_at(code_, next + 1);
    if (!contains(access, reads ? "= load " : "  store "))
      return std::nullopt;
    found.alignment = number_behind(access, ", align ");
    found.member = takes_member(access) || members_.count(address_in(access)) != 0;
    return found;
  }

  void end_block() {
    const bool has_vectors = std::any_of(block_.begin(), block_.end(), [](const auto& each) {
      return each.copy.empty() && each.alignment > each.bytes;
    });
    blocks_ += has_vectors;
    for (const watched_access& each : block_)
      if (!each.copy.empty())
        mark_copy(each);
      else if (has_vectors)
        mark(each);
    block_.clear();
    members_.clear();
  }

  void mark_copy(const watched_access& copy) {
    text_ += code_.substr(written_, copy.name - written_);
    const std::size_t arguments = code_.find('(', copy.name) + 1;
    text_ += copy.copy;
    text_ += '(';
    text_ += code_.substr(arguments, copy.close - arguments);
    text_ += ", i32 " + std::to_string(copy.alignment);
    written_ = copy.close;
    copies_.insert(copy.copy);
  }

  void mark(const watched_access& access) {
    const std::string name =
        "cudalab_part_" +
        std::string(code_.substr(access.name + 7, access.name_end - access.name - 7));
    const std::size_t argument = access.name_end + 1;
    declared_.emplace(name, code_.substr(argument, code_.find(' ', argument) - argument));
    const access_part part{.block = blocks_,
                           .alignment = std::min(access.alignment, 16u),
                           .member = access.member,
                           .apart = apart_};
    text_ += code_.substr(written_, access.name - written_);
    text_ += name;
    text_ += code_.substr(access.name_end, access.close - access.name_end);
    text_ += ", i32 " + std::to_string(packed(part));
    written_ = access.close;
  }

  std::string_view code_;
  std::string text_;
  std::size_t written_ = 0; ///< of code_
  std::vector<watched_access> block_;
  std::map<std::string_view, unsigned> alignments_; ///< by the type: "%struct.pair"
  std::map<std::string_view, unsigned> objects_;    ///< addresses in this function: alignments
  llvm_text::types types_{code_};
  std::set<std::string_view> copies_;  ///< the functions that are called instead
  bool typed_ = true;                  ///< pointers are
  std::set<std::string_view> members_; ///< addresses of members, in this block
  std::set<std::pair<std::string, std::string>> declared_;
  std::string behind_check_; ///< the label at which code goes on, when an index is being checked
  unsigned blocks_ = 0;
  bool apart_ = false;
};

} // namespace

bool names_vector_type(std::string_view text) {
  static constexpr std::string_view words[] = {
      "((aligned(", "alignas(", "half2",  "bfloat162",                      // members that lie so
      "struct ",    "class ",   "union ", "std::",     "memcpy", "memset"}; // copies
  for (const std::string_view word : words)
    if (contains(text, word))
      return true;
  static constexpr std::string_view scalars[] = {"char", "short", "int", "long", "float", "double"};
  for (const std::string_view scalar : scalars)
    for (std::size_t at = text.find(scalar); at != text.npos; at = text.find(scalar, at + 1)) {
      const std::string_view digit = text.substr(at + scalar.size(), 1);
      if (digit == "2" || digit == "3" || digit == "4")
        return true;
    }
  return false;
}

std::string with_marked_members(std::string_view code) {
  return marker(code).run();
}

} // namespace cudalab::emulator
