// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/symbols/debug_info.h"

#include <algorithm>
#include <cstdlib>

#include <dwarf.h>
#include <link.h>

namespace cudalab::emulator {

std::uintptr_t load_bias() {
  std::uintptr_t bias = 0;
  dl_iterate_phdr( // the first is the program
      [](dl_phdr_info* info, std::size_t, void* result) {
        *static_cast<std::uintptr_t*>(result) = info->dlpi_addr;
        return 1;
      },
      &bias);
  return bias;
}

debug_info& debug_info::instance() {
  static auto* const all = new debug_info; // used until the very end of the process
  return *all;
}

debug_info::debug_info() {
  static char* no_path = nullptr; // no separate debug files
  static const Dwfl_Callbacks callbacks = {dwfl_build_id_find_elf, dwfl_standard_find_debuginfo,
                                           dwfl_offline_section_address, &no_path};
  Dwfl* const session = dwfl_begin(&callbacks);
  if (session == nullptr)
    return;
  dwfl_report_begin(session);
  module_ = dwfl_report_elf(session, "program", "/proc/self/exe", -1, load_bias(), true);
  dwfl_report_end(session, nullptr, nullptr);
  Dwarf* const dwarf = module_ == nullptr ? nullptr : dwfl_module_getdwarf(module_, &bias_);
  if (dwarf == nullptr)
    return;
  // clang writes no table of address ranges, so that we make our own.
  Dwarf_Off offset = 0, next = 0;
  std::size_t header = 0;
  while (dwarf_nextcu(dwarf, offset, &next, &header, nullptr, nullptr, nullptr) == 0) {
    Dwarf_Die unit;
    if (dwarf_offdie(dwarf, offset + header, &unit) != nullptr) {
      units_.push_back(unit);
      Dwarf_Addr base = 0, low = 0, high = 0;
      std::ptrdiff_t at = 0;
      while ((at = dwarf_ranges(&unit, at, &base, &low, &high)) > 0)
        ranges_.push_back({low, high, units_.size() - 1});
    }
    offset = next;
  }
  std::sort(ranges_.begin(), ranges_.end(),
            [](const range& a, const range& b) { return a.low < b.low; });
}

Dwarf_Die* debug_info::unit_of(const void* pc) {
  const Dwarf_Addr address = dwarf_address(pc);
  auto after = std::upper_bound(ranges_.begin(), ranges_.end(), address,
                                [](Dwarf_Addr a, const range& r) { return a < r.low; });
  if (after == ranges_.begin() || address >= std::prev(after)->high)
    return nullptr;
  return &units_[std::prev(after)->unit];
}

/// Blocks, inlined functions and the function around the address, from the inside.
std::vector<Dwarf_Die> debug_info::scopes_of(const void* pc) {
  Dwarf_Die* const unit = unit_of(pc);
  if (unit == nullptr)
    return {};
  // By address, libdw goes from an inlined function on to what surrounds its definition. From the
  // innermost scope by itself, it goes on to the call.
  Dwarf_Die *by_address = nullptr, *around = nullptr;
  std::vector<Dwarf_Die> scopes;
  if (dwarf_getscopes(unit, dwarf_address(pc), &by_address) > 0)
    if (const int count = dwarf_getscopes_die(by_address, &around); count > 0)
      scopes.assign(around, around + count);
  std::free(around);
  std::free(by_address);
  return scopes;
}

bool debug_info::function_of(const void* pc, Dwarf_Die* function) {
  for (Dwarf_Die& scope : scopes_of(pc))
    if (dwarf_tag(&scope) == DW_TAG_subprogram) {
      *function = scope;
      return true;
    }
  return false;
}

std::vector<Dwarf_Die> debug_info::inlined_calls(const void* pc) {
  std::vector<Dwarf_Die> scopes = scopes_of(pc);
  std::erase_if(scopes,
                [](Dwarf_Die& each) { return dwarf_tag(&each) != DW_TAG_inlined_subroutine; });
  return scopes;
}

} // namespace cudalab::emulator
