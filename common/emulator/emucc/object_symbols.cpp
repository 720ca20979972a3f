// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/emucc/object_symbols.h"

#include <cstring>
#include <functional>
#include <stdexcept>

#include <elf.h>

#include "emulator/emucc/scratch_folder.h"

namespace cudalab::emulator {
namespace {

/// The content of an object file. Everything read from it is checked against its size.
class elf_object {
public:
  explicit elf_object(std::string content) : content_(std::move(content)) {
    Elf64_Ehdr header;
    if (!get(0, header) || std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 ||
        header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_type != ET_REL)
      return;
    std::size_t count = header.e_shnum;
    Elf64_Shdr section;
    if (count == 0 && get(header.e_shoff, section))
      count = section.sh_size; // more sections than the header can count
    for (std::size_t index = 0; index < count; ++index) {
      if (!get(header.e_shoff + index * sizeof section, section) || section.sh_type != SHT_SYMTAB)
        continue;
      const std::size_t names = header.e_shoff + section.sh_link * sizeof section;
      if (section.sh_link < count && get(names, names_)) {
        names_at_ = names;
        symbols_ = section;
      }
      return;
    }
  }

  /// Calls visit(offset of the symbol in the file, symbol, name).
  void each_symbol(
      const std::function<void(std::size_t, const Elf64_Sym&, const std::string&)>& visit) const {
    Elf64_Sym symbol;
    for (std::size_t at = 0; at + sizeof symbol <= symbols_.sh_size; at += sizeof symbol) {
      if (!get(symbols_.sh_offset + at, symbol))
        return;
      const std::size_t begin = names_.sh_offset + symbol.st_name;
      const std::size_t end = begin < content_.size() ? content_.find('\0', begin) : begin;
      if (end != content_.npos && end > begin)
        visit(symbols_.sh_offset + at, symbol, content_.substr(begin, end - begin));
    }
  }

  /// Moves the names to the end of the file, where there is room for more.
  void rename(const std::map<std::size_t, std::string>& new_names) {
    if (names_.sh_offset > content_.size() || names_.sh_size > content_.size() - names_.sh_offset)
      throw std::runtime_error("the compiler made a damaged object file");
    std::string names = content_.substr(names_.sh_offset, names_.sh_size);
    for (const auto& [at, name] : new_names) {
      Elf64_Sym symbol;
      get(at, symbol);
      symbol.st_name = static_cast<Elf64_Word>(names.size());
      put(at, symbol);
      names += name + '\0';
    }
    names_.sh_offset = content_.size();
    names_.sh_size = names.size();
    put(names_at_, names_);
    content_ += names;
  }

  const std::string& content() const { return content_; }

private:
  template <class Part>
  bool get(std::size_t at, Part& part) const {
    if (at > content_.size() || content_.size() - at < sizeof part)
      return false;
    std::memcpy(&part, content_.data() + at, sizeof part);
    return true;
  }
  template <class Part>
  void put(std::size_t at, const Part& part) {
    std::memcpy(content_.data() + at, &part, sizeof part);
  }

  std::string content_;
  Elf64_Shdr symbols_{};
  Elf64_Shdr names_{};
  std::size_t names_at_ = 0;
};

} // namespace

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

void rename_undefined(const std::filesystem::path& object,
                      const std::map<std::string, std::string>& names) {
  elf_object file(read_file(object));
  std::map<std::size_t, std::string> changes;
  file.each_symbol([&](std::size_t at, const Elf64_Sym& symbol, const std::string& name) {
    const auto change = names.find(name);
    if (symbol.st_shndx == SHN_UNDEF && change != names.end())
      changes.emplace(at, change->second);
  });
  if (changes.empty())
    return;
  file.rename(changes);
  write_file(object, file.content());
}

} // namespace cudalab::emulator
