// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/emucc/elf_object.h"

#include <stdexcept>

namespace cudalab::emulator {

elf_object::elf_object(std::string content) : content_(std::move(content)) {
  Elf64_Ehdr header;
  if (!get(0, header) || std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 ||
      header.e_ident[EI_CLASS] != ELFCLASS64 ||
      (header.e_type != ET_REL && header.e_type != ET_EXEC))
    return;
  sections_at_ = header.e_shoff;
  sections_ = header.e_shnum;
  std::size_t names = header.e_shstrndx;
  Elf64_Shdr section;
  if (get(header.e_shoff, section)) { // more sections than the header can count
    if (sections_ == 0)
      sections_ = section.sh_size;
    if (names == SHN_XINDEX)
      names = section.sh_link;
  }
  if (names < sections_ && get(sections_at_ + names * sizeof section, section)) {
    section_names_at_ = section.sh_offset;
    section_names_header_ = sections_at_ + names * sizeof section;
  }
  for (std::size_t index = 0; index < sections_; ++index) {
    if (!get(sections_at_ + index * sizeof section, section) || section.sh_type != SHT_SYMTAB)
      continue;
    const std::size_t at = sections_at_ + section.sh_link * sizeof section;
    if (section.sh_link < sections_ && get(at, names_)) {
      names_at_ = at;
      symbols_ = section;
    }
    return;
  }
}

std::string elf_object::text_at(std::size_t begin) const {
  const std::size_t end = begin < content_.size() ? content_.find('\0', begin) : content_.npos;
  return end == content_.npos ? "" : content_.substr(begin, end - begin);
}

void elf_object::each_symbol(
    const std::function<void(std::size_t, const Elf64_Sym&, const std::string&)>& visit) const {
  Elf64_Sym symbol;
  for (std::size_t at = 0; at + sizeof symbol <= symbols_.sh_size; at += sizeof symbol) {
    if (!get(symbols_.sh_offset + at, symbol))
      return;
    if (const std::string name = text_at(names_.sh_offset + symbol.st_name); !name.empty())
      visit(symbols_.sh_offset + at, symbol, name);
  }
}

void elf_object::each_section(
    const std::function<void(std::size_t, const Elf64_Shdr&, const std::string&)>& visit) const {
  Elf64_Shdr section;
  for (std::size_t index = 0; index < sections_; ++index) {
    const std::size_t at = sections_at_ + index * sizeof section;
    if (!get(at, section))
      return;
    visit(at, section, text_at(section_names_at_ + section.sh_name));
  }
}

void elf_object::rename(const std::map<std::size_t, std::string>& new_names) {
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
  names_.sh_offset = append(names);
  names_.sh_size = names.size();
  put(names_at_, names_);
}

void elf_object::rename_sections(const std::map<std::size_t, std::string>& new_names) {
  Elf64_Shdr names;
  if (section_names_header_ == 0 || !get(section_names_header_, names) ||
      names.sh_offset > content_.size() || names.sh_size > content_.size() - names.sh_offset)
    throw std::runtime_error("the compiler made a damaged object file");
  std::string text = content_.substr(names.sh_offset, names.sh_size);
  for (const auto& [at, name] : new_names) {
    Elf64_Shdr section;
    get(at, section);
    section.sh_name = static_cast<Elf64_Word>(text.size());
    put(at, section);
    text += name + '\0';
  }
  names.sh_offset = section_names_at_ = append(text);
  names.sh_size = text.size();
  put(section_names_header_, names);
}

void elf_object::add_section(const std::string& name, const std::string& bytes) {
  Elf64_Ehdr header;
  Elf64_Shdr names;
  constexpr std::size_t size = sizeof names;
  const bool plain =
      get(0, header) && header.e_shnum != 0 && header.e_shnum + 1 < SHN_LORESERVE &&
      header.e_shstrndx < header.e_shnum && get(header.e_shoff + header.e_shstrndx * size, names) &&
      names.sh_offset <= content_.size() && names.sh_size <= content_.size() - names.sh_offset &&
      header.e_shoff + header.e_shnum * size <= content_.size();
  if (!plain)
    throw std::runtime_error("the compiler made a damaged object file");
  std::string all_names = content_.substr(names.sh_offset, names.sh_size);
  Elf64_Shdr made{};
  made.sh_name = static_cast<Elf64_Word>(all_names.size());
  made.sh_type = SHT_PROGBITS;
  made.sh_offset = append(bytes);
  made.sh_size = bytes.size();
  made.sh_addralign = 1;
  all_names += name + '\0';
  names.sh_offset = append(all_names);
  names.sh_size = all_names.size();
  put(header.e_shoff + header.e_shstrndx * size, names);
  std::string table = content_.substr(header.e_shoff, header.e_shnum * size);
  table.append(reinterpret_cast<const char*>(&made), size);
  header.e_shoff = append(table);
  ++header.e_shnum;
  put(0, header);
}

std::size_t elf_object::append(const std::string& bytes) {
  constexpr std::size_t alignment = 16;
  content_.resize((content_.size() + alignment - 1) / alignment * alignment);
  const std::size_t place = content_.size();
  content_ += bytes;
  return place;
}

} // namespace cudalab::emulator
