// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/emucc/toolchain.h"

#include <cstdlib>
#include <sstream>

#include <unistd.h>

#include "emulator/emucc/config.h"
#include "emulator/emucc/tool.h"

namespace cudalab::emulator {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;)
    words.push_back(word);
  return words;
}

/// Relative to this program, so that what belongs together can be moved as a whole.
fs::path beside_program(const char* relative) {
  return (own_program().parent_path() / relative).lexically_normal();
}

fs::path installed_or_built(const char* in_toolkit, const char* built) {
  const fs::path installed = toolkit_folder() / in_toolkit;
  std::error_code ignored;
  return fs::exists(installed, ignored) ? installed : beside_program(built);
}

/// What CMake found, and Debian's names: clang++-14 comes without clang++.
std::vector<std::string> names_of_clang() {
  constexpr int newest = 22, oldest = 14;
  std::vector<std::string> names = {config::clang, "clang++"};
  for (int version = newest; version >= oldest; --version)
    names.push_back("clang++-" + std::to_string(version));
  return names;
}

/// "Debian clang version 14.0.6"
std::string first_line_of_version(const std::string& compiler) {
  const std::string text = run_tool({compiler, "--version"}).output;
  return text.substr(0, text.find('\n'));
}

/// The copy without debug information, when there is one of this very library.
fs::path fastest_to_link(const fs::path& library) {
  const fs::path copy = library.parent_path() / (library.stem().string() + "_nodebug.a");
  std::error_code no_library, no_copy;
  const auto made = fs::last_write_time(library, no_library);
  const auto copied = fs::last_write_time(copy, no_copy);
  return !no_library && !no_copy && copied >= made ? copy : library;
}

} // namespace

fs::path own_program() {
  std::error_code ignored;
  return fs::read_symlink("/proc/self/exe", ignored);
}

fs::path toolkit_folder() {
  return beside_program(config::toolkit_from_program);
}

fs::path find_program(const std::string& name) {
  if (name.find('/') != name.npos)
    return access(name.c_str(), X_OK) == 0 ? fs::path(name) : fs::path();
  const char* path = std::getenv("PATH");
  std::istringstream folders(path && *path ? path : "/usr/local/bin:/usr/bin:/bin");
  for (std::string folder; std::getline(folders, folder, ':');) {
    const fs::path candidate = fs::path(folder) / name;
    if (access(candidate.c_str(), X_OK) == 0 && !fs::is_directory(candidate))
      return candidate;
  }
  return {};
}

std::string find_clang(const options& wanted) {
  if (wanted.host_compiler.empty()) {
    for (const std::string& name : names_of_clang())
      if (!find_program(name).empty())
        return name;
    throw missing_tool("clang++ compiles CUDA C++ here and is not installed (sudo apt-get install "
                       "clang)");
  }
  std::error_code ignored; // -ccbin may name a folder
  const fs::path chosen = fs::is_directory(wanted.host_compiler, ignored)
                              ? fs::path(wanted.host_compiler) / "clang++"
                              : fs::path(wanted.host_compiler);
  const fs::path program = find_program(chosen);
  if (program.empty())
    throw missing_tool("-ccbin names the compiler " + chosen.string() +
                       ", which is not installed here");
  if (fs::canonical(program, ignored).filename().string().find("clang") == std::string::npos)
    throw missing_tool("-ccbin names " + chosen.string() +
                       ", but only clang tells of every access: leave -ccbin out");
  return chosen;
}

fs::path find_include_folder(const options& wanted) {
  const fs::path folder = wanted.include_folder.empty()
                              ? installed_or_built("include", config::include_from_program)
                              : fs::path(wanted.include_folder);
  if (!fs::exists(folder / "cuda_runtime.h"))
    throw missing_tool("the emulated device's headers are not in " + folder.string());
  return folder;
}

std::string version_text(const options& wanted) {
  // Build systems know nvcc by these words.
  return "emucc: CUDA C++ compiler driver for the emulated device, CUDA 13.0\nwith " +
         first_line_of_version(find_clang(wanted)) +
         "\nIt stands in for nvcc: NVIDIA (R) Cuda compiler driver\n"
         "Cuda compilation tools, release 13.0, V13.0.48\n";
}

toolchain find_toolchain(const options& wanted) {
  toolchain tools;
  tools.clang = find_clang(wanted);
  tools.include_folder = find_include_folder(wanted);
  tools.library = wanted.library.empty()
                      ? installed_or_built("lib64/libemulator.a", config::library_from_program)
                      : fs::path(wanted.library);
  tools.library = tools.library.lexically_normal();
  if ((wanted.action == options::action::link || wanted.action == options::action::link_shared) &&
      !fs::exists(tools.library))
    throw missing_tool("the emulated device's library " + tools.library.string() +
                       " is not built: build the target emulator");
  tools.library = fastest_to_link(tools.library);
  tools.dependencies = words_of(config::dependencies);
  tools.gold = config::gold_works && !find_program("ld.gold").empty();
  return tools;
}

} // namespace cudalab::emulator
