// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Which static and global variables of a submission lead to something, by themselves or by memory
/// that host code has allocated: what these keep is there until the program ends.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace cudalab::emulator {

class static_holders {
public:
  /// Looks at them as they are now. Nothing, where the program is no submission.
  static_holders();

  /// "The static variable 'kept'"; empty: none leads to [begin, begin + bytes).
  std::string of(const void* begin, std::size_t bytes) const;

private:
  /// What stands in a word of memory, and the word of the variable that leads there. By the first.
  std::vector<std::pair<std::uintptr_t, const void*>> words_;
};

} // namespace cudalab::emulator
