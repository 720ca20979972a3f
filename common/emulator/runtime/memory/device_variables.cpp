// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/runtime/memory/device_variables.h"

#include <map>
#include <optional>

#include <fcntl.h>
#include <gelf.h>
#include <unistd.h>

#include "emulator/runtime/memory/program_files.h"
#include "emulator/runtime/memory/program_symbols.h"

namespace cudalab::emulator {

namespace {

std::optional<memory_kind> kind_of_section(const char* name) {
  const std::string text = name == nullptr ? "" : name;
  const auto begins = [&](const std::string& prefix) {
    return text.compare(0, prefix.size(), prefix) == 0;
  };
  if (begins("cudalab_device_"))
    return memory_kind::device_variable;
  if (begins("cudalab_constant_"))
    return memory_kind::constant_variable;
  if (begins("cudalab_managed_"))
    return memory_kind::managed_variable;
  return std::nullopt;
}

void read_variables(Elf* elf, const program_file& from, std::vector<device_variable>& variables) {
  std::map<std::size_t, memory_kind> kinds; // by number of the section
  Elf_Scn* symbols = nullptr;
  GElf_Shdr header{}, symbols_header{};
  std::size_t names = 0;
  if (elf_getshdrstrndx(elf, &names) != 0)
    return;
  for (Elf_Scn* section = nullptr; (section = elf_nextscn(elf, section)) != nullptr;) {
    if (gelf_getshdr(section, &header) == nullptr)
      continue;
    if (const auto kind = kind_of_section(elf_strptr(elf, names, header.sh_name)))
      kinds[elf_ndxscn(section)] = *kind;
    if (header.sh_type == SHT_SYMTAB) {
      symbols = section;
      symbols_header = header;
    }
  }
  Elf_Data* const data =
      symbols == nullptr || kinds.empty() ? nullptr : elf_getdata(symbols, nullptr);
  const std::size_t count = data == nullptr ? 0 : data->d_size / symbols_header.sh_entsize;
  for (std::size_t i = 0; i < count; ++i) {
    GElf_Sym symbol;
    if (gelf_getsym(data, static_cast<int>(i), &symbol) == nullptr ||
        GELF_ST_TYPE(symbol.st_info) != STT_OBJECT)
      continue;
    const auto kind = kinds.find(symbol.st_shndx);
    const char* const name = elf_strptr(elf, symbols_header.sh_link, symbol.st_name);
    if (kind != kinds.end() && name != nullptr)
      variables.push_back({.name = plain_variable_name(name),
                           .begin = reinterpret_cast<std::byte*>(symbol.st_value + from.moved),
                           .bytes = symbol.st_size,
                           .kind = kind->second});
  }
}

} // namespace

std::vector<device_variable> device_variables() {
  std::vector<device_variable> variables;
  elf_version(EV_CURRENT);
  for (const program_file& from : program_files()) {
    const int file = open(from.path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0)
      continue;
    if (Elf* elf = elf_begin(file, ELF_C_READ_MMAP, nullptr); elf != nullptr) {
      read_variables(elf, from, variables);
      elf_end(elf);
    }
    close(file);
  }
  return variables;
}

} // namespace cudalab::emulator
