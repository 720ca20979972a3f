// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/emucc/flavours.h"

#include "emulator/emucc/elf_object.h"
#include "emulator/emucc/scratch_folder.h"

namespace cudalab::emulator {
namespace {

constexpr const char* section_name = ".cudalab.flavour";

} // namespace

std::string flavour_note(bool checked) {
  // No part of the program's memory; the linker puts all objects' notes one behind the other.
  return std::string("\n__asm__(\".pushsection ") + section_name +
         ",\\\"\\\",@progbits\\n.asciz \\\"" + (checked ? "checked" : "fast") +
         "\\\"\\n.popsection\");\n";
}

std::set<std::string> flavours_in(const std::filesystem::path& program) {
  const elf_object file(read_file(program));
  std::set<std::string> found;
  file.each_section([&](std::size_t, const Elf64_Shdr& section, const std::string& name) {
    const std::string& all = file.content();
    if (name != section_name || section.sh_offset > all.size() ||
        section.sh_size > all.size() - section.sh_offset)
      return;
    const std::string notes = all.substr(section.sh_offset, section.sh_size);
    for (std::size_t at = 0; at < notes.size();) {
      const std::string word = notes.c_str() + at;
      if (!word.empty())
        found.insert(word);
      at += word.size() + 1;
    }
  });
  return found;
}

} // namespace cudalab::emulator
