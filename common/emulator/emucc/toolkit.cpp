// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/emucc/toolkit.h"

#include <array>
#include <cstdlib>
#include <filesystem>
#include <set>

#include "emulator/emucc/toolchain.h"
#include "emulator/emucc/words.h"

namespace cudalab::emulator {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 6> libraries_of_device = {
    "cudart", "cudart_static", "cudadevrt", "cuda", "curand", "nccl"};

std::string quoted(const std::string& word) {
  std::string result = "\"";
  for (const char c : word) {
    if (c == '"' || c == '\\' || c == '$' || c == '`')
      result += '\\';
    result += c;
  }
  return result + '"';
}

std::string library_folder() {
  return quoted("-L" + (toolkit_folder() / "lib64").string());
}

/// Those of -gencode=arch=compute_80,code=sm_80 and its like; 90 where none is named.
std::set<std::string> architectures_in(const std::vector<std::string>& arguments) {
  std::set<std::string> found;
  for (const std::string& word : arguments)
    for (const std::string prefix : {"compute_", "sm_"})
      for (std::size_t at = word.find(prefix); at != word.npos; at = word.find(prefix, at + 1)) {
        const std::size_t begin = at + prefix.size();
        found.insert(word.substr(begin, word.find_first_not_of("0123456789", begin) - begin));
      }
  found.erase("");
  return found.empty() ? std::set<std::string>{"90"} : found;
}

} // namespace

std::string toolkit_settings(const std::vector<std::string>& arguments) {
  const fs::path top = toolkit_folder();
  std::string devices;
  for (const std::string& architecture : architectures_in(arguments))
    devices += "-arch compute_" + architecture + ' ';
  const char* const path = std::getenv("PATH");
  return "#$ TOP=" + top.string() + "\n#$ NVVMIR_LIBRARY_DIR=" + (top / "nvvm/libdevice").string() +
         "\n#$ PATH=" + (path == nullptr ? "" : path) +
         "\n#$ INCLUDES=" + quoted("-I" + (top / "include").string()) +
         "\n#$ LIBRARIES=" + library_folder() + "\n#$ DEVICE=" + devices + '\n';
}

std::string link_line(const std::vector<std::string>& parts, const std::string& program) {
  std::string line = "#$ " + quoted(own_program());
  for (const std::string& part : parts)
    line += ' ' + quoted(part);
  return line + ' ' + library_folder() + " -lcudadevrt -lcudart_static -lrt -lpthread -ldl -o " +
         quoted(program) + '\n';
}

std::string shown_command(const std::vector<std::string>& command) {
  std::string line = "#$";
  for (const std::string& word : command)
    line += ' ' + (word.empty() || word.find_first_of(" \t\n\"'\\$`&|;<>()*?#~") != word.npos
                       ? quoted(word)
                       : word);
  return line + '\n';
}

std::string shown_linker_command(const std::vector<std::string>& command) {
  std::string line;
  for (const std::string& word : command)
    line += ' ' + quoted(word);
  return line + '\n';
}

bool is_part_of_device(const std::string& library) {
  std::string name = fs::path(library).filename();
  if (begins(name, "lib"))
    name.erase(0, 3);
  return one_of(name.substr(0, name.find('.')), libraries_of_device);
}

} // namespace cudalab::emulator
