// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The debug information of the running program itself, read with libdw from /proc/self/exe.
/// One at a time: hold debug_info::lock() while using what it returns.
#pragma once

#include <cstdint>
#include <mutex>
#include <vector>

#include <elfutils/libdwfl.h>

namespace cudalab::emulator {

class debug_info {
public:
  static debug_info& instance();

  std::unique_lock<std::mutex> lock() { return std::unique_lock(mutex_); }

  /// Null when the program has no debug information.
  Dwfl_Module* module() const { return module_; }
  /// The compilation unit that holds the code address, or null.
  Dwarf_Die* unit_of(const void* pc);
  /// All of the program.
  std::vector<Dwarf_Die>& units() { return units_; }
  /// The function that holds the code address. False: not known.
  bool function_of(const void* pc, Dwarf_Die* function);
  /// Calls that the compiler replaced by the called function's code, around the address; the
  /// innermost first.
  std::vector<Dwarf_Die> inlined_calls(const void* pc);
  /// A code address of this process as the debug information counts it.
  Dwarf_Addr dwarf_address(const void* pc) const {
    return static_cast<Dwarf_Addr>(reinterpret_cast<std::uintptr_t>(pc)) - bias_;
  }

private:
  debug_info();
  std::vector<Dwarf_Die> scopes_of(const void* pc);
  struct range {
    Dwarf_Addr low = 0, high = 0;
    std::size_t unit = 0;
  };
  std::mutex mutex_;
  Dwfl_Module* module_ = nullptr;
  Dwarf_Addr bias_ = 0;
  std::vector<Dwarf_Die> units_;
  std::vector<range> ranges_; ///< by low
};

/// Where the program was loaded: what to subtract from an address to get the file's.
std::uintptr_t load_bias();

} // namespace cudalab::emulator
