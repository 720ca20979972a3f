// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The symbol tables of the program's own files, put together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace cudalab::emulator {

struct program_symbol {
  /// Demangled. There are thousands of symbols, and demangling takes longer than reading them all:
  /// so it is done of those that somebody asks for.
  std::string name() const;

  std::string linker_name;
  /// Address, less load_offset(). Of a thread-local variable: from program_thread_locals() on.
  std::uint64_t value = 0;
  std::uint64_t bytes = 0;
  bool thread_local_variable = false;
  bool function = false;
  bool variable = false; ///< with one address for all threads
};

/// Functions and variables. Empty when the program was stripped.
const std::vector<program_symbol>& program_symbols();

/// "scale" for void ns::scale<4>(float*): the name without its scope, template arguments and
/// parameters.
std::string plain_name(const std::string& demangled);

/// plain_name of the function at this address, or empty.
std::string function_at(const void* address);

/// The variable that holds the address, as the symbol table has it; null: none.
const program_symbol* variable_at(const void* address);

/// "table" for a linker's name of n::table or of a static variable of f().
std::string plain_variable_name(const char* linker_name);

/// The bytes of the sections of this name in the program's files; empty: there are none.
std::string program_section(const char* name);

/// How far the program was moved from the addresses that its symbols have.
std::uint64_t load_offset();

} // namespace cudalab::emulator
