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
#include "emulator/emucc/words.h"

namespace cudalab::emulator {
namespace {

constexpr std::string_view watching = "call void @__tsan_";

/// The place of memcpy's name in a line that calls it; npos: it does not. From clang 15 on pointers
/// have no types, and copies of structures a name of their own.
std::size_t memcpy_in(std::string_view line) {
  for (const std::string_view call :
       {"call i8* @memcpy(", "call ptr @memcpy(", "call ptr @__tsan_memcpy("})
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
  bool member = false; ///< of a structure
  bool copy = false;   ///< of a whole vector, by memcpy
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

struct vector_layout {
  unsigned bytes = 0; ///< 0: of a structure of the program's own, any
  unsigned alignment = 0;
};

/// Of CUDA's types with two and four elements: "float4". Others: nothing.
std::optional<vector_layout> layout_of(std::string_view name) {
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
      return std::nullopt;
    const unsigned all = bytes * static_cast<unsigned>(count[0] - '0');
    return vector_layout{all, std::min(all, 16u)};
  }
  return std::nullopt;
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
    if (copies_)
      text_ += typed_ ? "\ndeclare i8* @cudalab_vector_copy(i8*, i8*, i64, i32)\n"
                      : "\ndeclare ptr @cudalab_vector_copy(ptr, ptr, i64, i32)\n";
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
        vectors_.clear();
      }
      return;
    }
    note_variable(line);
    note_vector(line);
    note_element(line);
    if (const std::size_t name = memcpy_in(line); name != line.npos)
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
    static constexpr std::string_view structure = "%struct.";
    std::optional<vector_layout> layout;
    if (begins(type, structure))
      layout = layout_of(type.substr(structure.size()));
    if (const auto own = alignments_.find(type); !layout && own != alignments_.end())
      layout = vector_layout{0, own->second};
    if (layout)
      vectors_[address] = *layout;
  }

  /// `%8 = bitcast %struct.float4* %6 to i8*`
  void note_vector(std::string_view line) {
    static constexpr std::string_view cast = " = bitcast %";
    const std::size_t at = line.find(cast);
    if (at == line.npos || !contains(line, " to i8*"))
      return;
    const std::string_view from = line.substr(at + cast.size() - 1);
    note_object(line.substr(2, at - 2), from.substr(0, from.find("* ")));
  }

  /// `%9 = call i8* @memcpy(i8* %7, i8* %8, i64 16)`: a vector as a whole, or a structure of the
  /// program's own with the size of one. How it must be aligned is gone.
  void note_copy(std::string_view line, std::size_t begin, std::size_t name) {
    watched_access found;
    const std::size_t close = closing_bracket(line, line.find('(', name));
    if (close == line.npos)
      return;
    const std::string_view call = line.substr(0, close);
    const std::size_t first = std::min(call.find('%', name), call.size()),
                      second = std::min(call.find('%', first + 1), call.size());
    const auto vector_at = [&](std::size_t at) {
      const auto known = vectors_.find(call.substr(at, call.find(',', at) - at));
      return known == vectors_.end() ? vector_layout{} : known->second;
    };
    // Of two other pointers, or one, nothing is promised: the program calls memcpy itself.
    const vector_layout to = vector_at(first), from = vector_at(second);
    const unsigned bytes = number_behind(call, ", i64 ");
    const bool like_vector = to.bytes != 0 ? bytes == to.bytes : bytes == 8 || bytes == 16;
    if (to.alignment == 0 || from.alignment == 0 || from.bytes != to.bytes || !like_vector)
      return;
    found.name = begin + name;
    found.close = begin + close;
    found.alignment = to.alignment;
    found.copy = true;
    block_.push_back(found);
    typed_ = contains(call, "call i8* ");
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
      return !each.copy && each.alignment > each.bytes;
    });
    blocks_ += has_vectors;
    for (const watched_access& each : block_)
      if (each.copy)
        mark_copy(each);
      else if (has_vectors)
        mark(each);
    block_.clear();
    members_.clear();
  }

  void mark_copy(const watched_access& copy) {
    text_ += code_.substr(written_, copy.name - written_);
    const std::size_t arguments = code_.find('(', copy.name) + 1;
    text_ += "cudalab_vector_copy(";
    text_ += code_.substr(arguments, copy.close - arguments);
    text_ += ", i32 " + std::to_string(copy.alignment);
    written_ = copy.close;
    copies_ = true;
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
  std::map<std::string_view, unsigned> alignments_;   ///< by the type: "%struct.pair"
  std::map<std::string_view, vector_layout> vectors_; ///< addresses of them, in this function
  bool copies_ = false;                               ///< of vectors are marked
  bool typed_ = true;                                 ///< pointers are
  std::set<std::string_view> members_;                ///< addresses of members, in this block
  std::set<std::pair<std::string, std::string>> declared_;
  std::string behind_check_; ///< the label at which code goes on, when an index is being checked
  unsigned blocks_ = 0;
  bool apart_ = false;
};

} // namespace

bool names_vector_type(std::string_view text) {
  static constexpr std::string_view aligned[] = {"((aligned(", "alignas(", "half2", "bfloat162"};
  for (const std::string_view word : aligned)
    if (contains(text, word))
      return true;
  static constexpr std::string_view scalars[] = {"char", "short", "int", "long", "float", "double"};
  for (const std::string_view scalar : scalars)
    for (std::size_t at = text.find(scalar); at != text.npos; at = text.find(scalar, at + 1)) {
      const std::string_view digit = text.substr(at + scalar.size(), 1);
      if (digit == "2" || digit == "4")
        return true;
    }
  return false;
}

std::string with_marked_members(std::string_view code) {
  return marker(code).run();
}

} // namespace cudalab::emulator
