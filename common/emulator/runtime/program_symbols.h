// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The program's own symbol table.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace cudalab::emulator {

struct program_symbol {
  std::string name;        ///< demangled
  std::uint64_t value = 0; ///< address as linked; of a thread-local variable: offset in its segment
  std::uint64_t bytes = 0;
  bool thread_local_variable = false;
  bool function = false;
};

/// Functions and thread-local variables. Empty when the program was stripped.
const std::vector<program_symbol>& program_symbols();

/// "scale" for void ns::scale<4>(float*): the name without its scope, template arguments and
/// parameters.
std::string plain_name(const std::string& demangled);

/// plain_name of the function at this address, or empty.
std::string function_at(const void* address);

} // namespace cudalab::emulator
