// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/symbols/source_lines.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <string_view>
#include <utility>

#include <dwarf.h>

#include "emulator/observe/symbols/debug_info.h"

namespace cudalab::emulator {

namespace {

std::string absolute(Dwarf_Die* unit, const char* file) {
  if (file == nullptr || file[0] == '/')
    return file == nullptr ? "" : file;
  Dwarf_Attribute attribute;
  const char* const directory = dwarf_attr(unit, DW_AT_comp_dir, &attribute) == nullptr
                                    ? nullptr
                                    : dwarf_formstring(&attribute);
  return directory == nullptr ? file : std::string(directory) + "/" + file;
}

std::int64_t number_in(Dwarf_Die& die, unsigned attribute_name) {
  Dwarf_Attribute attribute;
  Dwarf_Word value = 0;
  if (dwarf_attr(&die, attribute_name, &attribute) == nullptr ||
      dwarf_formudata(&attribute, &value) != 0)
    return 0;
  return static_cast<std::int64_t>(value);
}

/// Where an inlined function was called.
source_place call_place(Dwarf_Die* unit, Dwarf_Die& inlined) {
  Dwarf_Files* files = nullptr;
  std::size_t count = 0;
  const auto file = static_cast<std::size_t>(number_in(inlined, DW_AT_call_file));
  if (dwarf_getsrcfiles(unit, &files, &count) != 0 || file >= count)
    return {};
  return {absolute(unit, dwarf_filesrc(files, file, nullptr, nullptr)),
          static_cast<int>(number_in(inlined, DW_AT_call_line))};
}

/// What the line table says of the address.
source_place place_in_table(debug_info& info, const void* pc) {
  Dwarf_Die* const unit = info.unit_of(pc);
  Dwarf_Line* const line =
      unit == nullptr ? nullptr : dwarf_getsrc_die(unit, info.dwarf_address(unit, pc));
  if (line == nullptr)
    return {};
  source_place place;
  dwarf_lineno(line, &place.line);
  place.file = absolute(unit, dwarf_linesrc(line, nullptr, nullptr));
  return place;
}

/// The innermost place outside the emulator's headers. Line 0: there is none.
source_place place_outside(debug_info& info, const void* pc, const source_place& in_table) {
  if (!in_emulator(in_table))
    return in_table;
  for (Dwarf_Die& inlined : info.inlined_calls(pc))
    if (source_place call = call_place(info.unit_of(pc), inlined); !in_emulator(call))
      return call;
  return {};
}

source_place look_up(debug_info& info, const void* pc) {
  const source_place in_table = place_in_table(info, pc);
  const source_place place = place_outside(info, pc, in_table);
  return place.line != 0 ? place : in_table;
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
  const char* const function_file = dwarf_decl_file(&function);
  int last = 0;
  for (std::size_t i = 0; i < count; ++i) {
    Dwarf_Line* const line = dwarf_onesrcline(lines, i);
    Dwarf_Addr address = 0;
    int number = 0;
    if (dwarf_lineaddr(line, &address) != 0 || address < low || address >= high ||
        dwarf_lineno(line, &number) != 0)
      continue;
    // Code of other files is here too: of inlined functions.
    const char* const file = dwarf_linesrc(line, nullptr, nullptr);
    if (function_file == nullptr || file == nullptr || std::string_view(file) == function_file)
      last = std::max(last, number);
  }
  return last;
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
    entry->second = look_up(info, call_before(return_address));
  return entry->second;
}

std::vector<source_place> inlined_calls_behind(const void* return_address) {
  std::vector<source_place> calls;
  if (return_address == nullptr)
    return calls;
  const void* const pc = call_before(return_address);
  debug_info& info = debug_info::instance();
  const auto guard = info.lock();
  bool inside = in_emulator(place_in_table(info, pc)); // the first call outside is the place itself
  for (Dwarf_Die& inlined : info.inlined_calls(pc))
    if (source_place call = call_place(info.unit_of(pc), inlined); !in_emulator(call))
      if (!std::exchange(inside, false))
        calls.push_back(std::move(call));
  return calls;
}

int last_line_of_function(const void* return_address) {
  if (return_address == nullptr)
    return 0;
  debug_info& info = debug_info::instance();
  const auto guard = info.lock();
  return look_up_last_line(info, call_before(return_address));
}

named_function function_around(const void* return_address) {
  debug_info& info = debug_info::instance();
  const auto guard = info.lock();
  Dwarf_Die function;
  if (return_address == nullptr || !info.function_of(call_before(return_address), &function))
    return {};
  named_function found;
  if (const char* name = dwarf_diename(&function))
    found.name = name;
  if (const char* file = dwarf_decl_file(&function))
    found.declared.file = file;
  dwarf_decl_line(&function, &found.declared.line);
  return found;
}

bool in_emulator(const source_place& place) {
  for (const char* folder : {"/emulator/include/", "/emucc/include/"}) // built, installed
    if (place.file.find(folder) != std::string::npos)
      return true;
  return false;
}

bool in_library(const source_place& place) {
  return in_emulator(place) || place.file.rfind("/usr/", 0) == 0 ||
         place.file.find("/common/lab/") != std::string::npos;
}

source_place own_line_of(const void* call, const call_path& behind) {
  const source_place innermost = place_of(call);
  if (!in_library(innermost))
    return innermost;
  for (const void* const each : behind)
    if (const source_place place = place_of(each); place.line != 0 && !in_library(place))
      return place;
  return innermost;
}

bool in_scenes(const source_place& place) {
  return std::string_view(place.file).ends_with("_scenes.cu");
}

std::string line_words(const source_place& place) {
  const std::filesystem::path file = place.file;
  const std::string line = std::to_string(place.line);
  return file.extension() == ".h" || in_scenes(place) ? file.filename().string() + ':' + line
                                                      : "line " + line;
}

} // namespace cudalab::emulator
