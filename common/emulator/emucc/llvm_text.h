// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Pieces of LLVM's intermediate code, as clang prints it: with typed pointers (`float* %1`, up to
/// version 14) and without (`ptr %1`). Only text in quotes has unbalanced brackets, and it has no
/// quotes in it.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace cudalab::emulator::llvm_text {

/// Takes the first line away from the text, and returns it without its end.
std::string_view next_line(std::string_view& text);

/// The parts between commas outside of brackets and quotes, without blanks around them.
std::vector<std::string_view> parts_of(std::string_view list);

/// A type at the beginning of the text: `%"struct.A b"**`, `void (i8*, ...)*`, `[3 x float]`.
std::string_view type_at(std::string_view text);

/// `float* %3`, `ptr bitcast (...)`: a type and a value of it.
struct typed_value {
  std::string_view type, value;
};
typed_value typed(std::string_view text);

/// `float* noundef align 4 %3`: the same without what is said of an argument.
typed_value argument(std::string_view text);

/// `bitcast (float* @x to i8*)`: `@x`; others as they are.
std::string_view without_cast(std::string_view value);

/// What the pointer leads to; empty where its type does not say.
std::string_view pointee(std::string_view type);

/// `@name`, `@"name"`: without @ and quotes. Empty when the text begins with something else.
std::string global_name(std::string_view text);

/// Does not count `!dbg !7` and its like.
std::string_view debug_part(std::string_view line);

/// Named structures: `%struct.point = type { float, float }`.
class types {
public:
  explicit types(std::string_view code);

  struct extent {
    std::uint64_t bytes = 0, alignment = 1;
  };
  /// No bytes: not known.
  extent size_of(std::string_view type) const;

  /// What its address is a multiple of, alignas() of the program included where the code has debug
  /// information. 0: not known.
  std::uint64_t alignment_of(std::string_view type) const;

  /// Of a structure's member or an array's element; empty when there is no such one.
  std::string_view part_type(std::string_view type, std::uint64_t number) const;

private:
  std::string_view plain(std::string_view type) const; ///< what a name stands for

  void note_asked_alignments(std::string_view code);

  std::map<std::string_view, std::string_view> structures_;
  std::map<std::string_view, std::uint64_t> asked_; ///< by alignas(), of "point" in any namespace
};

/// `[8 x float]`: 8 and `float`; otherwise 0.
struct array_type {
  std::uint64_t count = 0;
  std::string_view element;
};
array_type as_array(std::string_view type);

/// Of `call`, `invoke`, and `tail call` in a line.
struct call {
  std::string_view callee;    ///< `@name`, `%7`, `bitcast (...)`; empty: the line calls nothing
  std::string_view result;    ///< its type, or the function's whole type
  std::string_view arguments; ///< between the brackets
};
call call_in(std::string_view line);

} // namespace cudalab::emulator::llvm_text
