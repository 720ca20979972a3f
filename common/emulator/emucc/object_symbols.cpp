// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/emucc/object_symbols.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <memory>
#include <string_view>

#include <cxxabi.h>

#include "emulator/emucc/elf_object.h"
#include "emulator/emucc/scratch_folder.h"
#include "emulator/emucc/words.h"

namespace cudalab::emulator {
namespace {

/// matmul(int), convolve<4>(int): what a lab's header declares, and the course's program calls.
bool is_global_function(const std::string& name) {
  return name.size() > 2 && std::isdigit(static_cast<unsigned char>(name[2])) != 0;
}

/// threadIdx and the like are the emulator's own, and the standard library has some too.
bool belongs_to_a_library(std::string_view name) {
  static constexpr std::array<std::string_view, 6> prefixes = {"cudalab_", "_ZSt",  "_ZNSt",
                                                               "__libc_",  "__res", "__h_errno"};
  return std::any_of(prefixes.begin(), prefixes.end(),
                     [&](std::string_view prefix) { return begins(name, prefix); });
}

/// The function through which C++ reaches an `extern thread_local` variable.
std::string wrapper_of(const std::string& variable) {
  return "_ZTW" +
         (begins(variable, "_Z") ? variable.substr(2) : std::to_string(variable.size()) + variable);
}

void apply(const std::map<std::size_t, std::string>& changes, elf_object& file,
           const std::filesystem::path& object) {
  if (changes.empty())
    return;
  file.rename(changes);
  write_file(object, file.content());
}

} // namespace

std::string readable_name(const std::string& linker_name) {
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> plain(
      abi::__cxa_demangle(linker_name.c_str(), nullptr, nullptr, &status), std::free);
  return status == 0 && plain ? plain.get() : linker_name;
}

object_symbols read_symbols(const std::filesystem::path& object) {
  object_symbols result;
  elf_object(read_file(object))
      .each_symbol([&](std::size_t, const Elf64_Sym& symbol, const std::string& name) {
        if (symbol.st_shndx != SHN_UNDEF)
          result.defined.insert(name);
        else if (ELF64_ST_TYPE(symbol.st_info) == STT_TLS)
          result.missing_thread_locals.insert(name);
      });
  return result;
}

std::set<std::string> dynamic_shared_arrays(const std::filesystem::path& object) {
  const object_symbols symbols = read_symbols(object);
  const auto defined = [&](const std::string& name) { return symbols.defined.count(name) != 0; };
  std::set<std::string> arrays;
  for (const std::string& name : symbols.missing_thread_locals)
    if (!defined(name) && !defined(wrapper_of(name)) && !defined(wrapper_of(name) + apart_suffix) &&
        !belongs_to_a_library(name))
      arrays.insert(name);
  return arrays;
}

void bind_dynamic_shared_arrays(const std::filesystem::path& object) {
  std::map<std::string, std::string> names;
  std::string kept;
  for (const std::string& array : dynamic_shared_arrays(object)) {
    names[array] = "cudalab_dynamic_shared";
    kept += array + '\0';
  }
  if (names.empty())
    return;
  rename_undefined(object, names);
  elf_object file(read_file(object));
  file.add_section(".cudalab.dynamic_shared", kept); // for reports
  write_file(object, file.content());
}

void rename_undefined(const std::filesystem::path& object,
                      const std::map<std::string, std::string>& names) {
  elf_object file(read_file(object));
  std::map<std::size_t, std::string> changes;
  file.each_symbol([&](std::size_t at, const Elf64_Sym& symbol, const std::string& name) {
    const auto change = names.find(name);
    if (symbol.st_shndx == SHN_UNDEF && change != names.end())
      changes.emplace(at, change->second);
  });
  apply(changes, file, object);
}

void keep_definitions_apart(const std::filesystem::path& object) {
  elf_object file(read_file(object));
  std::map<std::size_t, std::string> changes;
  file.each_symbol([&](std::size_t at, const Elf64_Sym& symbol, const std::string& name) {
    const bool mangled = name.compare(0, 2, "_Z") == 0;
    if (symbol.st_shndx != SHN_UNDEF && ELF64_ST_BIND(symbol.st_info) != STB_LOCAL && mangled &&
        !is_global_function(name))
      changes.emplace(at, name + apart_suffix);
  });
  apply(changes, file, object);
}

} // namespace cudalab::emulator
