// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/emucc/flavours.h"

#include "emulator/emucc/elf_object.h"
#include "emulator/emucc/scratch_folder.h"

namespace cudalab::emulator {
namespace {

constexpr const char* flavour_section = ".cudalab.flavour";
constexpr const char* stream_section = ".cudalab.default_stream";

/// No part of the program's memory; the linker puts all objects' notes one behind the other.
std::string note(const std::string& section, const std::string& word) {
  return "\n__asm__(\".pushsection " + section + ",\\\"\\\",@progbits\\n.asciz \\\"" + word +
         "\\\"\\n.popsection\");\n";
}

std::set<std::string> notes_in(const std::filesystem::path& program,
                               const std::string& section_name) {
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

} // namespace

std::string flavour_note(bool checked) {
  return note(flavour_section, checked ? "checked" : "fast");
}

std::string default_stream_note(bool per_thread) {
  return note(stream_section, per_thread ? "per-thread" : "legacy");
}

std::set<std::string> flavours_in(const std::filesystem::path& program) {
  return notes_in(program, flavour_section);
}

std::set<std::string> default_streams_in(const std::filesystem::path& program) {
  return notes_in(program, stream_section);
}

} // namespace cudalab::emulator
