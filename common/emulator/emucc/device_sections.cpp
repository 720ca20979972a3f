// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/emucc/device_sections.h"

#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "emulator/emucc/elf_object.h"
#include "emulator/emucc/scratch_folder.h"
#include "emulator/emucc/words.h"

namespace cudalab::emulator {
namespace {

constexpr std::size_t room_after = 256;

struct device_section {
  std::size_t at = 0;
  Elf64_Shdr header{};
};

} // namespace

std::size_t set_device_variables_apart(const std::filesystem::path& object) {
  elf_object file(read_file(object));
  std::size_t constant_bytes = 0;
  std::vector<device_section> found;
  const std::string without_bytes = ".bss.";
  file.each_section([&](std::size_t at, const Elf64_Shdr& header, const std::string& name) {
    const bool empty = begins(name, without_bytes + "cudalab_");
    const std::string plain = empty ? name.substr(without_bytes.size()) : name;
    if (!begins(plain, "cudalab_"))
      return;
    if (begins(plain, "cudalab_constant_"))
      constant_bytes += header.sh_size;
    found.push_back({at, header});
    if (empty) // its name is the end of the longer one
      found.back().header.sh_name += static_cast<Elf64_Word>(without_bytes.size());
  });
  for (device_section& section : found) {
    Elf64_Shdr& header = section.header;
    if (header.sh_type != SHT_NOBITS) {
      const std::string& all = file.content();
      if (header.sh_offset > all.size() || header.sh_size > all.size() - header.sh_offset)
        throw std::runtime_error("the compiler made a damaged object file");
      std::string bytes = all.substr(header.sh_offset, header.sh_size);
      bytes.resize(bytes.size() + room_after);
      header.sh_offset = file.append(bytes);
    }
    header.sh_size += room_after;
    file.put(section.at, header);
  }
  if (!found.empty())
    write_file(object, file.content());
  return constant_bytes;
}

void set_own_variables_apart(const std::filesystem::path& object) {
  elf_object file(read_file(object));
  std::map<std::size_t, std::string> names;
  file.each_section([&](std::size_t at, const Elf64_Shdr& header, const std::string& name) {
    constexpr Elf64_Xword variables = SHF_ALLOC | SHF_WRITE;
    if ((header.sh_flags & SHF_EXECINSTR) != 0)
      names.emplace(at, "submission_code");
    if ((header.sh_flags & variables) != variables || (header.sh_flags & SHF_TLS) != 0)
      return;
    if (name == ".data" || (begins(name, ".data.") && !begins(name, ".data.rel.ro")))
      names.emplace(at, "cudalab_own_data");
    else if (name == ".bss" || begins(name, ".bss."))
      names.emplace(at, "cudalab_own_bss");
  });
  if (names.empty())
    return;
  file.rename_sections(names);
  write_file(object, file.content());
}

} // namespace cudalab::emulator
