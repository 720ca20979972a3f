// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/runtime/memory/program_symbols.h"

#include <cstdlib>
#include <cstring>
#include <memory>

#include <cxxabi.h>
#include <fcntl.h>
#include <gelf.h>
#include <unistd.h>

#include "emulator/runtime/memory/program_files.h"

namespace cudalab::emulator {

namespace {

/// What emucc puts behind the names of a submission's definitions.
constexpr std::string_view apart_suffix = ".submission";

std::string demangle(std::string_view linker_name) {
  int status = 1;
  if (linker_name.size() > apart_suffix.size() &&
      linker_name.substr(linker_name.size() - apart_suffix.size()) == apart_suffix)
    linker_name.remove_suffix(apart_suffix.size());
  const std::string whole(linker_name);
  const char* const name = whole.c_str();
  // Only what begins so is mangled: "n" alone would be read as the code of a type.
  const bool mangled = std::strncmp(name, "_Z", 2) == 0;
  const std::unique_ptr<char, void (*)(void*)> text(
      mangled ? abi::__cxa_demangle(name, nullptr, nullptr, &status) : nullptr, std::free);
  if (status == 0)
    return text.get();
  return whole.substr(0, whole.find('.')); // g++ numbers local statics of C functions: "tile.0"
}

void read_section(Elf* elf, Elf_Scn* section, const GElf_Shdr& header, const program_file& from,
                  std::vector<program_symbol>& symbols) {
  const std::uint64_t apart = from.moved - load_offset(); // from the program's own
  const auto thread_locals = static_cast<std::uint64_t>(from.thread_locals);
  Elf_Data* data = elf_getdata(section, nullptr);
  const std::size_t count = header.sh_entsize == 0 ? 0 : header.sh_size / header.sh_entsize;
  for (std::size_t i = 0; data != nullptr && i < count; ++i) {
    GElf_Sym symbol;
    if (gelf_getsym(data, static_cast<int>(i), &symbol) == nullptr || symbol.st_shndx == SHN_UNDEF)
      continue;
    const auto type = GELF_ST_TYPE(symbol.st_info);
    const char* name = elf_strptr(elf, header.sh_link, symbol.st_name);
    if ((type == STT_TLS || type == STT_FUNC || type == STT_OBJECT) && name != nullptr)
      symbols.push_back({.linker_name = name,
                         .value = symbol.st_value + (type == STT_TLS ? thread_locals : apart),
                         .bytes = symbol.st_size,
                         .thread_local_variable = type == STT_TLS,
                         .function = type == STT_FUNC,
                         .variable = type == STT_OBJECT});
  }
}

/// Calls visit(elf, section, header, the file) for each section of the program's files.
template <class Visit>
void each_section(const Visit& visit) {
  elf_version(EV_CURRENT);
  for (const program_file& from : program_files()) {
    const int file = open(from.path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0)
      continue;
    if (Elf* elf = elf_begin(file, ELF_C_READ, nullptr); elf != nullptr) {
      for (Elf_Scn* section = nullptr; (section = elf_nextscn(elf, section)) != nullptr;) {
        GElf_Shdr header;
        if (gelf_getshdr(section, &header) != nullptr)
          visit(elf, section, header, from);
      }
      elf_end(elf);
    }
    close(file);
  }
}

std::vector<program_symbol> read_symbols() {
  std::vector<program_symbol> symbols;
  each_section([&](Elf* elf, Elf_Scn* section, const GElf_Shdr& header, const program_file& from) {
    if (header.sh_type == SHT_SYMTAB)
      read_section(elf, section, header, from, symbols);
  });
  return symbols;
}

} // namespace

std::string program_symbol::name() const {
  return demangle(linker_name);
}

std::uint64_t load_offset() {
  return program_files().front().moved;
}

const std::vector<program_symbol>& program_symbols() {
  // Never destroyed: findings are written when the program ends.
  static const auto& symbols = *new const std::vector<program_symbol>(read_symbols());
  return symbols;
}

std::string program_section(const char* name) {
  std::string content;
  each_section([&](Elf* elf, Elf_Scn* section, const GElf_Shdr& header, const program_file&) {
    std::size_t names = 0;
    if (elf_getshdrstrndx(elf, &names) != 0)
      return;
    const char* const found = elf_strptr(elf, names, header.sh_name);
    if (found == nullptr || std::strcmp(found, name) != 0)
      return;
    if (const Elf_Data* const data = elf_rawdata(section, nullptr);
        data != nullptr && data->d_buf != nullptr)
      content.append(static_cast<const char*>(data->d_buf), data->d_size);
  });
  return content;
}

std::string plain_name(const std::string& demangled) {
  static const auto& anonymous = *new const std::string("(anonymous namespace)");
  std::size_t start = 0, end = 0;
  int depth = 0;
  for (std::size_t i = 0; i < demangled.size(); ++i) {
    const char c = demangled[i];
    if (demangled.compare(i, anonymous.size(), anonymous) == 0) {
      i += anonymous.size() - 1;
    } else if (c == '(' && depth == 0) {
      break;
    } else if (c == '<' || c == '(') {
      ++depth;
    } else if (c == '>' || c == ')') {
      --depth;
    } else if (depth == 0) {
      if (c == ':' || c == ' ')
        start = i + 1;
      else
        end = i + 1;
    }
  }
  return end <= start ? "" : demangled.substr(start, end - start);
}

std::string plain_variable_name(const char* linker_name) {
  const std::string name = demangle(linker_name);
  const std::size_t scope = name.rfind("::");
  return scope == std::string::npos ? name : name.substr(scope + 2);
}

const program_symbol* variable_at(const void* address) {
  const std::uint64_t linked = reinterpret_cast<std::uintptr_t>(address) - load_offset();
  for (const program_symbol& symbol : program_symbols())
    if (symbol.variable && linked - symbol.value < symbol.bytes)
      return &symbol;
  return nullptr;
}

std::string function_at(const void* address) {
  const std::uint64_t linked = reinterpret_cast<std::uintptr_t>(address) - load_offset();
  for (const program_symbol& symbol : program_symbols())
    if (symbol.function && symbol.value == linked)
      return plain_name(symbol.name());
  return "";
}

} // namespace cudalab::emulator
