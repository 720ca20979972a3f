// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/symbols/made_objects.h"

#include <iterator>
#include <set>
#include <string_view>
#include <vector>

#include <dwarf.h>

#include "emulator/observe/symbols/debug_info.h"

namespace cudalab::emulator {

namespace {

std::string_view plain_name(Dwarf_Die* die) {
  const char* const name = dwarf_diename(die);
  const std::string_view whole = name == nullptr ? "" : name;
  return whole.substr(0, whole.find('<'));
}

/// What an attribute refers to, without the pointers and qualifiers before a class.
bool class_behind(Dwarf_Die* die, unsigned attribute_name, Dwarf_Die* found) {
  Dwarf_Attribute attribute;
  if (dwarf_attr_integrate(die, attribute_name, &attribute) == nullptr ||
      dwarf_formref_die(&attribute, found) == nullptr)
    return false;
  const int tag = dwarf_tag(found);
  return (tag != DW_TAG_pointer_type && tag != DW_TAG_const_type) ||
         class_behind(found, DW_AT_type, found);
}

/// A constructor has the name of its class.
bool is_constructor(Dwarf_Die* function) {
  Dwarf_Attribute attribute;
  Dwarf_Die self, its_class;
  return dwarf_attr_integrate(function, DW_AT_object_pointer, &attribute) != nullptr &&
         dwarf_formref_die(&attribute, &self) != nullptr &&
         class_behind(&self, DW_AT_type, &its_class) && !plain_name(function).empty() &&
         plain_name(function) == plain_name(&its_class);
}

bool in_constructor(const void* return_address) {
  debug_info& info = debug_info::instance();
  const auto guard = info.lock();
  Dwarf_Die function;
  return info.function_of(call_before(return_address), &function) && is_constructor(&function);
}

/// Names of the variables that a function declares in a line, in its order.
void add_variables(Dwarf_Die* parent, int line, std::vector<std::string>& names) {
  Dwarf_Die child;
  if (dwarf_child(parent, &child) != 0)
    return;
  do {
    int declared = 0;
    const int tag = dwarf_tag(&child);
    if (tag == DW_TAG_lexical_block)
      add_variables(&child, line, names);
    else if (tag == DW_TAG_variable && dwarf_decl_line(&child, &declared) == 0 && declared == line)
      names.emplace_back(plain_name(&child));
  } while (dwarf_siblingof(&child, &child) == 0);
}

/// The columns of a line at which code of a function begins, as the compiler counts them.
std::set<int> columns_of(debug_info& info, const void* call, Dwarf_Die* function, int line) {
  std::set<int> columns;
  Dwarf_Addr low = 0, high = 0;
  Dwarf_Lines* lines = nullptr;
  std::size_t count = 0;
  if (dwarf_lowpc(function, &low) != 0 || dwarf_highpc(function, &high) != 0 ||
      dwarf_getsrclines(info.unit_of(call), &lines, &count) != 0)
    return columns;
  for (std::size_t i = 0; i < count; ++i) {
    Dwarf_Line* const row = dwarf_onesrcline(lines, i);
    Dwarf_Addr address = 0;
    int number = 0, column = 0;
    if (dwarf_lineaddr(row, &address) == 0 && address >= low && address < high &&
        dwarf_lineno(row, &number) == 0 && number == line && dwarf_linecol(row, &column) == 0 &&
        column != 0)
      columns.insert(column);
  }
  return columns;
}

/// The variable whose constructor is called there. Several in one line are told apart where each
/// has a column, and nothing else in that line has one.
std::string variable_made_at(const void* return_address, int line) {
  debug_info& info = debug_info::instance();
  const auto guard = info.lock();
  const void* const call = call_before(return_address);
  Dwarf_Die function;
  if (!info.function_of(call, &function))
    return "";
  std::vector<std::string> names;
  add_variables(&function, line, names);
  if (names.size() <= 1)
    return names.empty() ? "" : names.front();
  Dwarf_Die* const unit = info.unit_of(call);
  Dwarf_Line* const row = dwarf_getsrc_die(unit, info.dwarf_address(unit, call));
  int column = 0;
  const std::set<int> columns = columns_of(info, call, &function, line);
  if (columns.size() != names.size() || row == nullptr || dwarf_linecol(row, &column) != 0)
    return "";
  const auto at = columns.find(column);
  return at == columns.end() ? ""
                             : names[static_cast<std::size_t>(std::distance(columns.begin(), at))];
}

} // namespace

made_object object_of(const void* call, const call_path& behind) {
  const source_place made = own_line_of(call, behind);
  if (call == nullptr || !in_constructor(call) || in_scenes(made))
    return {made, ""};
  for (const void* const each : behind) {
    if (each == nullptr)
      break;
    const source_place place = place_of(each);
    if (place.line != 0 && !in_library(place) && !in_constructor(each))
      return {place, variable_made_at(each, place.line)};
  }
  return {made, ""};
}

} // namespace cudalab::emulator
