// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What a function of CUDA or of a library does with the memory that a submission names in a call:
/// the library's own code is watched by nobody, so it is said beforehand.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace cudalab::emulator {

struct import_effects {
  struct written {
    std::size_t argument = 0;
    std::uint64_t bytes = 0;    ///< of one
    std::size_t counted_by = 0; ///< the argument that says how many; 0: one
    bool until = false;         ///< that argument is the end
  };
  std::vector<written> writes;
  std::vector<std::size_t> calls;   ///< pointers to functions, which will be called
  std::vector<std::size_t> streams; ///< std::cout, std::cerr or std::clog, and nothing else
  std::string unknown;              ///< a type to which it may write, and nobody knows how much

  bool any() const {
    return !writes.empty() || !calls.empty() || !streams.empty() || !unknown.empty();
  }
};

/// From the types of its parameters, which are in its name; of functions of C and a few others from
/// a list. Nothing for those that tell the observers themselves (library_forms in compile.cpp).
/// @param name as the linker has it @param arguments how many the call hands over, but for the
/// place of a large result: one more than parameters are an object and its member
import_effects effects_of(const std::string& name, std::size_t arguments);

} // namespace cudalab::emulator
