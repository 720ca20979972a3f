// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Which places a block of LLVM's code has announced that it will store to, or load from.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cudalab::emulator {

class announced_places {
public:
  /// @param ways words in the names of the callbacks
  explicit announced_places(std::vector<std::string_view> ways) : ways_(std::move(ways)) {}
  /// A block begins.
  void clear();
  void see(std::string_view line);
  bool holds(std::string_view pointer) const;

private:
  std::vector<std::string_view> ways_;
  std::set<std::string_view> places_;
  std::map<std::string_view, std::string_view> same_; ///< under another type
};

/// Instructions for one that stores.
/// @param pointer with its type @param number of the instruction, in its function
std::string announcement(std::string_view pointer, std::uint64_t bytes, std::string_view debug,
                         unsigned number);

/// The same for a read of which the compiler tells nobody. Only memory of the device counts.
std::string read_announcement(std::string_view pointer, std::uint64_t bytes, std::string_view debug,
                              unsigned number);

/// The same for a library's function, which is about to store there, or until there, if anywhere.
/// @param pointer with its type @param count with its type: how many times so many bytes; empty:
/// once
std::string library_announcement(std::string_view pointer, std::uint64_t bytes,
                                 std::string_view count, std::string_view debug, unsigned number);
std::string library_announcement(std::string_view begin, std::string_view end,
                                 std::string_view debug, unsigned number);

/// A pointer that is about to be used as what `question` asks: "cudalab_calls".
std::string question(const char* question, std::string_view pointer, std::string_view debug,
                     unsigned number);

/// What these call, where clang does not declare it.
std::string declarations_of_announcements(std::string_view code);

} // namespace cudalab::emulator
