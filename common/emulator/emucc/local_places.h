// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Which pointers of a function surely lead into one of its local variables. The compiler announces
/// no store to a local variable whose address nobody else has, not even one behind its end.
#pragma once

#include <map>
#include <string_view>

#include "emulator/emucc/llvm_text.h"

namespace cudalab::emulator {

class local_places {
public:
  explicit local_places(const llvm_text::types& types) : types_(types) {}

  /// A function begins.
  void clear();

  /// An instruction.
  void see(std::string_view line);

  /// Whether a value of this type can be stored there.
  bool holds(std::string_view pointer, std::string_view value_type) const;

private:
  using text = std::string_view;

  void see_member(text result, text operation);
  bool is_checked(text index, std::uint64_t count) const;

  const llvm_text::types& types_;
  std::map<text, text> places_;           ///< what lies there
  std::map<text, text> widened_;          ///< %5 of `sext i32 %3 to i64`: %3
  std::map<text, std::uint64_t> checked_; ///< below which number
};

} // namespace cudalab::emulator
