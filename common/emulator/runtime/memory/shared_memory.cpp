// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/runtime/memory/shared_memory.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "emulator/runtime/device_limits.h"
#include "emulator/runtime/memory/program_files.h"
#include "emulator/runtime/memory/program_symbols.h"

/// What `extern __shared__` stands for: the linker makes the student's names other names of it.
extern "C" {
alignas(cudalab::emulator::shared_alignment) __thread std::byte
    cudalab_dynamic_shared[cudalab::emulator::shared_bytes_per_block_optin];
}

namespace cudalab::emulator {

namespace {

/// Thread-local variables that are not the student's: this emulator's, and those of libraries that
/// may be linked statically.
bool is_ours(const std::string& name) {
  // (clang's guard of variables with constructors is __tls_guard.)
  static constexpr std::array prefixes = {"cudalab",
                                          "TLS ",
                                          "guard variable",
                                          "__tls_guard",
                                          "std::",
                                          "__gnu_cxx::",
                                          "__cxxabiv1::",
                                          "boost::",
                                          "doctest::",
                                          "fmt::",
                                          "(anonymous namespace)::get_global"};
  return std::any_of(prefixes.begin(), prefixes.end(), [&](const char* prefix) {
    return name.compare(0, std::string::traits_type::length(prefix), prefix) == 0;
  });
}

std::uint64_t offset_of_area() {
  return static_cast<std::uint64_t>(reinterpret_cast<const std::byte*>(cudalab_dynamic_shared) -
                                    program_thread_locals().begin);
}

/// As emucc kept it in an object.
std::string name_of_dynamic_array() {
  const std::string names = program_section(".cudalab.dynamic_shared"); // each ends with a zero
  return names.empty() ? "dynamic shared memory" : plain_variable_name(names.c_str());
}

std::vector<shared_variable> find_variables() {
  std::vector<shared_variable> found;
  const program_symbol* area = nullptr;
  for (const program_symbol& symbol : program_symbols())
    if (symbol.thread_local_variable && symbol.linker_name == "cudalab_dynamic_shared" &&
        symbol.value == offset_of_area()) // a shared library may have one that nobody uses
      area = &symbol;
  shared_variable dynamic{.name = name_of_dynamic_array(),
                          .offset = area == nullptr ? 0 : area->value,
                          .bytes = shared_bytes_per_block_optin,
                          .dynamic = true};
  for (const program_symbol& symbol : program_symbols()) {
    if (!symbol.thread_local_variable)
      continue;
    const std::string whole = symbol.name();
    if (is_ours(whole))
      continue;
    const std::size_t scope = whole.rfind("::");
    const std::string name = scope == std::string::npos ? whole : whole.substr(scope + 2);
    if (area != nullptr && symbol.value == area->value)
      dynamic.name = name; // an `extern __shared__` array
    else if (symbol.bytes != 0)
      found.push_back({.name = name, .offset = symbol.value, .bytes = symbol.bytes});
  }
  if (area != nullptr)
    found.push_back(dynamic);
  std::sort(found.begin(), found.end(),
            [](const auto& a, const auto& b) { return a.offset < b.offset; });
  return found;
}

} // namespace

const std::vector<shared_variable>& shared_variables() {
  // Never destroyed: findings are written when the program ends.
  static const auto& variables = *new const std::vector<shared_variable>([] {
    std::vector<shared_variable> all = find_variables();
    // From a multiple of the alignment on: what is aligned in memory is by its offset, too.
    const std::size_t first =
        all.empty() ? 0 : all.front().offset / shared_alignment * shared_alignment;
    for (shared_variable& variable : all)
      variable.offset -= first;
    return all;
  }());
  return variables;
}

shared_segment_range shared_segment() {
  static const std::size_t bytes = [] {
    std::size_t end = 0;
    for (const shared_variable& variable : shared_variables())
      end = std::max(end, variable.offset + variable.bytes);
    return end;
  }();
  constinit thread_local std::byte* begin = nullptr;
  if (begin == nullptr) {
    begin = reinterpret_cast<std::byte*>(cudalab_dynamic_shared);
    for (const shared_variable& variable : shared_variables())
      if (variable.dynamic)
        begin -= variable.offset;
  }
  return {begin, bytes};
}

bool in_shared_memory(const void* address) {
  const shared_segment_range shared = shared_segment();
  const auto* place = static_cast<const std::byte*>(address);
  return place >= shared.begin && place < shared.begin + shared.bytes;
}

void make_shared_memory_stale(std::size_t dynamic_bytes) {
  std::byte* const begin = shared_segment().begin;
  for (const shared_variable& variable : shared_variables())
    std::memset(begin + variable.offset, stale_shared_byte,
                variable.dynamic ? std::min(dynamic_bytes, variable.bytes) : variable.bytes);
}

} // namespace cudalab::emulator
