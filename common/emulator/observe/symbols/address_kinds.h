// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What the process has at an address that is no memory of the device.
#pragma once

#include <string>

namespace cudalab::emulator {

/// Constants of the program (literals, tables, virtual function tables), thread-local variables of
/// this OS thread, and what belongs to the emulator and the libraries: device code may be seen
/// reading there. Quick, after the first time.
bool part_of_program(const void* address);

/// A thread-local variable of the program's own code, as it is in this OS thread. Slow.
bool is_own_thread_local(const void* address);

/// A variable of the host in words: name, and what is there. Slow.
struct host_place {
  std::string name; ///< of the variable; may be empty
  std::string what; ///< "the host's heap (malloc, new, std::vector)"
};
host_place host_place_of(const void* address);

/// A static variable of a function: a kernel has it in device memory.
struct static_variable {
  std::string name;
  std::byte* begin = nullptr; ///< null: there is none
  std::size_t bytes = 0;
};
static_variable static_variable_at(const void* address);

} // namespace cudalab::emulator
