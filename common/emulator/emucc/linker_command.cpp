// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/emucc/linker_command.h"

#include <algorithm>
#include <cstdlib>
#include <sstream>

#include "emulator/emucc/precompiled_header.h"
#include "emulator/emucc/tool.h"
#include "emulator/emucc/words.h"

namespace cudalab::emulator {
namespace {

namespace fs = std::filesystem;

constexpr const char* program_here = "<program>";
constexpr const char* parts_here = "<parts>";

fs::path kept_in(const toolchain& tools) {
  return tools.library.parent_path() / "preambles" / "linker.txt";
}

/// What the driver's answer depends on.
std::string circumstances(const toolchain& tools) {
  const char* const folders = std::getenv("LIBRARY_PATH");
  return identity_of_compiler(tools) + ' ' + (tools.gold ? "gold" : "ld") + ' ' +
         (folders == nullptr ? "" : folders);
}

/// As the linker takes it; empty: only the driver understands it.
command_line for_linker(const std::string& part) {
  if (!begins(part, "-") || begins(part, "-l") || begins(part, "-L"))
    return {part};
  command_line words;
  if (begins(part, "-Wl,")) {
    std::istringstream list(part.substr(4));
    for (std::string word; std::getline(list, word, ',');)
      words.push_back(word);
  }
  return words;
}

} // namespace

command_line driver_for_linking(const toolchain& tools, bool shared) {
  // No sanitizer here: the emulator defines the callbacks of checked code itself.
  // Constants are not executable: nobody can hide code in them.
  command_line command = {tools.clang, shared ? "-shared" : "-no-pie"};
  if (tools.gold)
    append(command, {"-fuse-ld=gold", "-Wl,--rosegment"});
  else
    append(command, {"-Wl,-z,separate-code"});
  // Without a sum over all bytes, and with one table of symbols instead of two: a sixth of the
  // time.
  append(command, {"-Wl,--build-id=none,--hash-style=gnu"});
  return command;
}

command_line read_driver_command(const std::string& said) {
  const std::size_t begin = said.rfind("\n \"");
  command_line words;
  if (begin == said.npos)
    return words;
  for (std::size_t at = begin + 2; at < said.size() && said[at] == '"'; at += 2) {
    std::string word;
    for (++at; at < said.size() && said[at] != '"'; ++at)
      word += said[at] == '\\' && at + 1 < said.size() ? said[++at] : said[at];
    words.push_back(word);
  }
  return words;
}

void keep_linker_command(const toolchain& tools, scratch_folder& scratch) {
  const std::string part = scratch.file("part", ".o"), program = scratch.file("program", "");
  write_file(part, "");
  command_line ask = driver_for_linking(tools);
  append(ask, {"-###", part, "-o", program});
  std::string lines = circumstances(tools) + '\n';
  const command_line words = read_driver_command(run_tool(ask).errors);
  const bool understood = std::count(words.begin(), words.end(), part) == 1 &&
                          std::count(words.begin(), words.end(), program) == 1;
  for (const std::string& word : words)
    lines += (word == part ? parts_here : word == program ? program_here : word) + '\n';
  fs::create_directories(kept_in(tools).parent_path());
  write_file(kept_in(tools), understood ? lines : "");
}

std::optional<command_line> linker_command(const toolchain& tools, const command_line& parts,
                                           const std::string& program) {
  std::istringstream lines(read_file(kept_in(tools)));
  std::string line;
  if (!std::getline(lines, line) || line != circumstances(tools))
    return std::nullopt;
  command_line command;
  while (std::getline(lines, line)) {
    if (line == program_here) {
      command.push_back(program);
    } else if (line == parts_here) {
      for (const std::string& part : parts) {
        const command_line words = for_linker(part);
        if (words.empty())
          return std::nullopt;
        append(command, words);
      }
    } else {
      command.push_back(line);
    }
  }
  return command;
}

} // namespace cudalab::emulator
