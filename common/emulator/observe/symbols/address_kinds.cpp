// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/symbols/address_kinds.h"

#include <algorithm>
#include <cstdio>
#include <vector>

#include <link.h>
#include <pthread.h>

#include "emulator/runtime/memory/program_files.h"
#include "emulator/runtime/memory/program_symbols.h"

namespace cudalab::emulator {

namespace {

struct segment {
  std::uintptr_t begin = 0, end = 0;
  bool holds(std::uintptr_t address) const { return address >= begin && address < end; }
};

struct program_parts {
  std::vector<segment> constants; ///< of the program and its libraries
  std::vector<segment> variables; ///< of the program's own files only
};

int add_parts(dl_phdr_info* info, std::size_t, void* result) {
  auto& parts = *static_cast<program_parts*>(result);
  const std::vector<program_file>& files = program_files();
  const bool own = std::any_of(files.begin(), files.end(), [&](const program_file& file) {
    return file.moved == info->dlpi_addr;
  });
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr)& part = info->dlpi_phdr[i];
    const std::uintptr_t begin = info->dlpi_addr + part.p_vaddr;
    const segment range = {begin, begin + part.p_memsz};
    if (part.p_type == PT_GNU_RELRO || (part.p_type == PT_LOAD && (part.p_flags & PF_W) == 0))
      parts.constants.push_back(range);
    else if (part.p_type == PT_LOAD && own)
      parts.variables.push_back(range);
  }
  return 0;
}

const program_parts& parts_of_program() {
  static const program_parts& parts = *[] {
    auto* const made = new program_parts;
    dl_iterate_phdr(add_parts, made);
    return made;
  }();
  return parts;
}

bool in_one_of(const std::vector<segment>& ranges, std::uintptr_t address) {
  return std::any_of(ranges.begin(), ranges.end(),
                     [&](const segment& range) { return range.holds(address); });
}

bool begins(const std::string& text, const char* prefix) {
  return text.compare(0, std::char_traits<char>::length(prefix), prefix) == 0;
}

bool no_students(const std::string& name) {
  for (const char* prefix : {"cudalab", "std::", "__gnu_cxx::", "__cxxabiv1::", "guard variable",
                             "vtable", "typeinfo", "VTT for", "fmt::", "nlohmann::", "boost::"})
    if (begins(name, prefix))
      return true;
  return false;
}

/// The stack of the OS thread that asks.
segment own_stack() {
  segment range;
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0)
    return range;
  void* begin = nullptr;
  std::size_t bytes = 0;
  if (pthread_attr_getstack(&attributes, &begin, &bytes) == 0)
    range = {reinterpret_cast<std::uintptr_t>(begin),
             reinterpret_cast<std::uintptr_t>(begin) + bytes};
  pthread_attr_destroy(&attributes);
  return range;
}

/// What the process's map of its memory calls the mapping: "[heap]", "[stack]", a file, or nothing.
std::string mapping_name(std::uintptr_t address) {
  std::string found;
  if (std::FILE* maps = std::fopen("/proc/self/maps", "r")) {
    char line[4352], name[4097];
    while (std::fgets(line, sizeof line, maps) != nullptr) {
      unsigned long begin = 0, end = 0;
      name[0] = '\0';
      if (std::sscanf(line, "%lx-%lx %*s %*s %*s %*s %4096[^\n]", &begin, &end, name) >= 2 &&
          address >= begin && address < end)
        found = name;
    }
    std::fclose(maps);
  }
  return found;
}

} // namespace

bool part_of_program(const void* where) {
  const auto address = reinterpret_cast<std::uintptr_t>(where);
  constinit thread_local segment known;
  if (known.holds(address))
    return true;
  const thread_local_range locals = program_thread_locals();
  if (address - reinterpret_cast<std::uintptr_t>(locals.begin) < locals.bytes)
    return true;
  const program_parts& parts = parts_of_program();
  for (const segment& range : parts.constants)
    if (range.holds(address)) {
      known = range;
      return true;
    }
  if (own_stack().holds(address))
    return true;
  if (!in_one_of(parts.variables, address))
    return false;
  const program_symbol* const variable = variable_at(where);
  if (variable != nullptr && !no_students(variable->name()))
    return false;
  if (variable != nullptr) {
    const std::uintptr_t begin = variable->value + load_offset();
    known = {begin, begin + variable->bytes};
  }
  return true;
}

bool is_own_thread_local(const void* address) {
  const thread_local_range locals = program_thread_locals();
  const std::uint64_t offset =
      reinterpret_cast<std::uintptr_t>(address) - reinterpret_cast<std::uintptr_t>(locals.begin);
  if (offset >= locals.bytes)
    return false;
  for (const program_symbol& symbol : program_symbols())
    if (symbol.thread_local_variable && offset - symbol.value < symbol.bytes)
      return !no_students(symbol.name());
  return false;
}

static_variable static_variable_at(const void* address) {
  const program_symbol* const variable = variable_at(address);
  if (variable == nullptr || no_students(variable->name()))
    return {};
  static const std::string anonymous = "(anonymous namespace)";
  std::string name = variable->name();
  for (std::size_t at; (at = name.find(anonymous)) != std::string::npos;)
    name.erase(at, anonymous.size());
  if (name.find(")::") == std::string::npos) // f(int)::n
    return {};
  return {name.substr(name.rfind("::") + 2),
          reinterpret_cast<std::byte*>(variable->value + load_offset()), variable->bytes};
}

host_place host_place_of(const void* where) {
  const auto address = reinterpret_cast<std::uintptr_t>(where);
  if (in_one_of(parts_of_program().variables, address))
    if (const program_symbol* const variable = variable_at(where)) {
      const std::string whole = variable->name();
      const std::size_t scope = whole.rfind("::");
      const std::string name = scope == std::string::npos ? whole : whole.substr(scope + 2);
      return {name, name + " is a variable of the host"};
    }
  const std::string mapping = mapping_name(address);
  if (mapping == "[heap]")
    return {"", "the address is in the host's heap (malloc, new, std::vector)"};
  if (mapping == "[stack]")
    return {"", "the address is on the host's stack: a local variable of host code"};
  return {"", "the address is in host memory (malloc, new, std::vector)"};
}

} // namespace cudalab::emulator
