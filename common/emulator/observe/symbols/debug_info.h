// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The debug information of the running program itself, read with libdw from its files.
/// One at a time: hold debug_info::lock() while using what it returns.
#pragma once

#include <cstdint>
#include <mutex>
#include <vector>

#include <elfutils/libdwfl.h>

#include "emulator/runtime/memory/program_files.h"

namespace cudalab::emulator {

/// A byte of the call that returns there.
inline const void* call_before(const void* return_address) {
  return static_cast<const char*>(return_address) - 1;
}

class debug_info {
public:
  static debug_info& instance();

  std::unique_lock<std::mutex> lock() { return std::unique_lock(mutex_); }

  /// The compilation unit that holds the code address, or null.
  Dwarf_Die* unit_of(const void* pc);
  /// All of the program.
  std::vector<Dwarf_Die>& units() { return units_; }
  /// The function that holds the code address. False: not known.
  bool function_of(const void* pc, Dwarf_Die* function);
  /// Calls that the compiler replaced by the called function's code, around the address; the
  /// innermost first.
  std::vector<Dwarf_Die> inlined_calls(const void* pc);
  /// An address of this process as the debug information of a unit counts it. @pre one of units()
  Dwarf_Addr dwarf_address(const Dwarf_Die* unit, const void* address) const {
    return static_cast<Dwarf_Addr>(reinterpret_cast<std::uintptr_t>(address)) - origin(unit).bias;
  }
  /// The file that a unit is part of. @pre as dwarf_address
  const program_file& file_of(const Dwarf_Die* unit) const { return *origin(unit).file; }

private:
  debug_info();
  void read_units(Dwfl_Module* module, const program_file& file);
  std::vector<Dwarf_Die> scopes_of(const void* pc);
  struct unit_origin {
    const program_file* file = nullptr;
    Dwarf_Addr bias = 0;
  };
  const unit_origin& origin(const Dwarf_Die* unit) const {
    return origins_[static_cast<std::size_t>(unit - units_.data())];
  }
  struct range {
    Dwarf_Addr low = 0, high = 0; ///< in this process
    std::size_t unit = 0;
  };
  std::mutex mutex_;
  std::vector<Dwarf_Die> units_;
  std::vector<unit_origin> origins_; ///< of each of units_
  std::vector<range> ranges_;        ///< by low
};

} // namespace cudalab::emulator
