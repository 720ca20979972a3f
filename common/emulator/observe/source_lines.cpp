// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/source_lines.h"

#include <algorithm>
#include <cstdlib>
#include <map>

#include <dwarf.h>

#include "emulator/observe/debug_info.h"

namespace cudalab::emulator {

namespace {

std::string in_folder_of(Dwarf_Die* unit, const char* file) {
  Dwarf_Attribute attribute;
  if (file[0] != '/' && dwarf_attr(unit, DW_AT_comp_dir, &attribute) != nullptr)
    if (const char* directory = dwarf_formstring(&attribute))
      return std::string(directory) + "/" + file;
  return file;
}

source_place look_up(debug_info& info, const void* pc) {
  Dwarf_Die* const unit = info.unit_of(pc);
  Dwarf_Line* const line =
      unit == nullptr ? nullptr : dwarf_getsrc_die(unit, info.dwarf_address(pc));
  if (line == nullptr)
    return {};
  source_place place;
  dwarf_lineno(line, &place.line);
  if (const char* file = dwarf_linesrc(line, nullptr, nullptr))
    place.file = in_folder_of(unit, file);
  return place;
}

/// Of inlined code: where the call stands that it was put in place of.
source_place place_of_inlined_call(Dwarf_Die* unit, Dwarf_Die* inlined) {
  Dwarf_Attribute attribute;
  Dwarf_Word file = 0, line = 0;
  Dwarf_Files* files = nullptr;
  std::size_t count = 0;
  if (dwarf_formudata(dwarf_attr(inlined, DW_AT_call_line, &attribute), &line) != 0 ||
      dwarf_formudata(dwarf_attr(inlined, DW_AT_call_file, &attribute), &file) != 0 ||
      dwarf_getsrcfiles(unit, &files, &count) != 0 || file >= count)
    return {};
  const char* const name = dwarf_filesrc(files, file, nullptr, nullptr);
  return name == nullptr ? source_place{}
                         : source_place{in_folder_of(unit, name), static_cast<int>(line)};
}

/// A function of the emulator's headers that was inlined is not the student's: the place where the
/// student calls it is.
source_place student_place(debug_info& info, const void* pc) {
  source_place place = look_up(info, pc);
  Dwarf_Die* const unit = info.unit_of(pc);
  if (unit == nullptr || !in_emulator(place))
    return place;
  Dwarf_Die* scopes = nullptr;
  const int count = dwarf_getscopes(unit, info.dwarf_address(pc), &scopes);
  for (int i = 0; i < count && in_emulator(place); ++i)
    if (dwarf_tag(&scopes[i]) == DW_TAG_inlined_subroutine)
      if (source_place call = place_of_inlined_call(unit, &scopes[i]); call.line != 0)
        place = std::move(call);
  std::free(scopes);
  return place;
}

int look_up_last_line(debug_info& info, const void* pc) {
  Dwarf_Die function;
  Dwarf_Addr low = 0, high = 0;
  Dwarf_Lines* lines = nullptr;
  std::size_t count = 0;
  if (!info.function_of(pc, &function) || dwarf_lowpc(&function, &low) != 0 ||
      dwarf_highpc(&function, &high) != 0 ||
      dwarf_getsrclines(info.unit_of(pc), &lines, &count) != 0)
    return 0;
  int last = 0;
  for (std::size_t i = 0; i < count; ++i) {
    Dwarf_Line* const line = dwarf_onesrcline(lines, i);
    Dwarf_Addr address = 0;
    int number = 0;
    if (dwarf_lineaddr(line, &address) == 0 && address >= low && address < high &&
        dwarf_lineno(line, &number) == 0)
      last = std::max(last, number);
  }
  return last;
}

const void* call_before(const void* return_address) {
  return static_cast<const char*>(return_address) - 1;
}

} // namespace

source_place place_of(const void* return_address) {
  if (return_address == nullptr)
    return {};
  static auto& known = *new std::map<const void*, source_place>; // reports are written at exit
  debug_info& info = debug_info::instance();
  const auto guard = info.lock();
  const auto [entry, fresh] = known.try_emplace(return_address);
  if (fresh)
    entry->second = student_place(info, call_before(return_address));
  return entry->second;
}

int last_line_of_function(const void* return_address) {
  if (return_address == nullptr)
    return 0;
  debug_info& info = debug_info::instance();
  const auto guard = info.lock();
  return look_up_last_line(info, call_before(return_address));
}

bool in_emulator(const source_place& place) {
  return place.file.find("/emulator/include/") != std::string::npos;
}

} // namespace cudalab::emulator
