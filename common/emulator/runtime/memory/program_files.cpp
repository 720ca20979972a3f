// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/runtime/memory/program_files.h"

#include <algorithm>
#include <cstring>

#include <fcntl.h>
#include <gelf.h>
#include <link.h>
#include <unistd.h>

namespace cudalab::emulator {

namespace {

struct loaded_file {
  program_file file;
  const std::byte* thread_locals = nullptr; ///< in the OS thread that asks; null: there are none
  std::size_t bytes = 0;
};

std::vector<loaded_file> loaded_files() {
  std::vector<loaded_file> all;
  dl_iterate_phdr( // the first is the program
      [](dl_phdr_info* info, std::size_t, void* result) {
        auto& found = *static_cast<std::vector<loaded_file>*>(result);
        loaded_file one;
        one.file.path = found.empty() ? "/proc/self/exe" : info->dlpi_name;
        one.file.moved = info->dlpi_addr;
        one.thread_locals = static_cast<const std::byte*>(info->dlpi_tls_data);
        for (int i = 0; i < info->dlpi_phnum; ++i)
          if (info->dlpi_phdr[i].p_type == PT_TLS)
            one.bytes = info->dlpi_phdr[i].p_memsz;
        found.push_back(one);
        return 0;
      },
      &all);
  return all;
}

/// emucc notes in each object how it was compiled.
bool has_code_by_emucc(const std::string& path) {
  elf_version(EV_CURRENT);
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return false;
  bool found = false;
  Elf* const elf = elf_begin(file, ELF_C_READ_MMAP, nullptr);
  std::size_t names = 0;
  if (elf != nullptr && elf_getshdrstrndx(elf, &names) == 0)
    for (Elf_Scn* section = nullptr; (section = elf_nextscn(elf, section)) != nullptr && !found;) {
      GElf_Shdr header;
      const char* const name = gelf_getshdr(section, &header) == nullptr
                                   ? nullptr
                                   : elf_strptr(elf, names, header.sh_name);
      found = name != nullptr && std::strcmp(name, ".cudalab.flavour") == 0;
    }
  elf_end(elf);
  close(file);
  return found;
}

/// Of these files: the one whose thread-local variables come first, and their size up to the end
/// of the last one's.
struct thread_locals_of_files {
  std::uintptr_t first_moved = 0;
  std::size_t bytes = 0;
};

thread_locals_of_files& all_thread_locals() {
  static thread_locals_of_files all;
  return all;
}

std::vector<program_file> find_files() {
  std::vector<loaded_file> loaded = loaded_files();
  std::vector<loaded_file> own;
  for (std::size_t i = 0; i < loaded.size(); ++i)
    if (i == 0 || has_code_by_emucc(loaded[i].file.path))
      own.push_back(loaded[i]);
  const std::byte *begin = nullptr, *end = nullptr;
  for (const loaded_file& each : own)
    if (each.thread_locals != nullptr) {
      if (begin == nullptr || each.thread_locals < begin) {
        begin = each.thread_locals;
        all_thread_locals().first_moved = each.file.moved;
      }
      end = std::max(end, each.thread_locals + each.bytes);
    }
  all_thread_locals().bytes = static_cast<std::size_t>(end - begin);
  std::vector<program_file> files;
  for (loaded_file& each : own) {
    each.file.thread_locals = each.thread_locals == nullptr ? 0 : each.thread_locals - begin;
    files.push_back(std::move(each.file));
  }
  return files;
}

} // namespace

const std::vector<program_file>& program_files() {
  // Never destroyed: findings are written when the program ends.
  static const auto& files = *new const std::vector<program_file>(find_files());
  return files;
}

thread_local_range program_thread_locals() {
  constinit thread_local thread_local_range range; // a kernel asks with each read of threadIdx
  if (range.begin != nullptr)
    return range;
  program_files();
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* result) {
        if (info->dlpi_addr != all_thread_locals().first_moved)
          return 0;
        static_cast<thread_local_range*>(result)->begin =
            static_cast<const std::byte*>(info->dlpi_tls_data);
        return 1;
      },
      &range);
  range.bytes = all_thread_locals().bytes;
  return range;
}

} // namespace cudalab::emulator
