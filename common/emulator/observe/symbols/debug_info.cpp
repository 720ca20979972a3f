// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/symbols/debug_info.h"

#include <algorithm>
#include <cstdlib>

#include <dwarf.h>

namespace cudalab::emulator {

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
  std::vector<Dwfl_Module*> modules;
  dwfl_report_begin(session);
  for (const program_file& file : program_files())
    modules.push_back(
        dwfl_report_elf(session, file.path.c_str(), file.path.c_str(), -1, file.moved, true));
  dwfl_report_end(session, nullptr, nullptr);
  for (std::size_t i = 0; i < modules.size(); ++i)
    if (modules[i] != nullptr)
      read_units(modules[i], program_files()[i]);
  std::sort(ranges_.begin(), ranges_.end(),
            [](const range& a, const range& b) { return a.low < b.low; });
}

void debug_info::read_units(Dwfl_Module* module, const program_file& file) {
  Dwarf_Addr bias = 0;
  Dwarf* const dwarf = dwfl_module_getdwarf(module, &bias);
  if (dwarf == nullptr)
    return;
  // clang writes no table of address ranges, so that we make our own.
  Dwarf_Off offset = 0, next = 0;
  std::size_t header = 0;
  while (dwarf_nextcu(dwarf, offset, &next, &header, nullptr, nullptr, nullptr) == 0) {
    Dwarf_Die unit;
    if (dwarf_offdie(dwarf, offset + header, &unit) != nullptr) {
      units_.push_back(unit);
      origins_.push_back({&file, bias});
      Dwarf_Addr base = 0, low = 0, high = 0;
      std::ptrdiff_t at = 0;
      while ((at = dwarf_ranges(&unit, at, &base, &low, &high)) > 0)
        ranges_.push_back({low + bias, high + bias, units_.size() - 1});
    }
    offset = next;
  }
}

Dwarf_Die* debug_info::unit_of(const void* pc) {
  const auto address = static_cast<Dwarf_Addr>(reinterpret_cast<std::uintptr_t>(pc));
  auto after = std::upper_bound(ranges_.begin(), ranges_.end(), address,
                                [](Dwarf_Addr a, const range& r) { return a < r.low; });
  if (after == ranges_.begin() || address >= std::prev(after)->high)
    return nullptr;
  return &units_[std::prev(after)->unit];
}

namespace {

/// Appends the scopes below `die` that hold the address, from the outside. (libdw's dwarf_getscopes
/// does not look into namespaces, which have no addresses themselves.)
bool add_scopes(Dwarf_Die& die, Dwarf_Addr address, std::vector<Dwarf_Die>& scopes) {
  Dwarf_Die child;
  for (bool more = dwarf_child(&die, &child) == 0; more;
       more = dwarf_siblingof(&child, &child) == 0) {
    switch (dwarf_tag(&child)) {
    case DW_TAG_namespace:
    case DW_TAG_class_type:
    case DW_TAG_structure_type:
      if (add_scopes(child, address, scopes))
        return true;
      break;
    case DW_TAG_subprogram:
    case DW_TAG_inlined_subroutine:
    case DW_TAG_lexical_block:
      if (dwarf_haspc(&child, address) <= 0)
        break;
      scopes.push_back(child);
      add_scopes(child, address, scopes);
      return true;
    default:
      break;
    }
  }
  return false;
}

} // namespace

/// Blocks, inlined functions and the function around the address, from the inside.
std::vector<Dwarf_Die> debug_info::scopes_of(const void* pc) {
  std::vector<Dwarf_Die> scopes;
  if (Dwarf_Die* const unit = unit_of(pc); unit != nullptr)
    add_scopes(*unit, dwarf_address(unit, pc), scopes);
  std::reverse(scopes.begin(), scopes.end());
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
