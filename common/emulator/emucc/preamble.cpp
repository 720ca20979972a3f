// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/emucc/preamble.h"

#include <cstdlib>
#include <iostream>
#include <set>
#include <sstream>

#include <sys/stat.h>

#include "emulator/emucc/compile_options.h"
#include "emulator/emucc/preprocess.h"
#include "emulator/emucc/words.h"

namespace cudalab::emulator {
namespace {

namespace fs = std::filesystem;

/// lib/preambles/checked-c++17, without extension
fs::path place_of(const options& wanted, const toolchain& tools) {
  return tools.library.parent_path() / "preambles" /
         ((wanted.checked ? "checked-" : "fast-") + wanted.language_standard);
}

fs::path with(fs::path place, const char* extension) {
  return place += extension;
}

/// The same file, by whatever name it is called.
fs::path compiler_of(const toolchain& tools) {
  std::error_code ignored;
  return fs::canonical(find_program(tools.clang), ignored);
}

/// Whatever may change what the compiler makes of a text.
std::string words_of(const options& wanted, const toolchain& tools) {
  command_line words = {compiler_of(tools), tools.include_folder};
  append(words, compiler_options({input::kind::cuda, ""}, wanted));
  std::string line;
  for (const std::string& word : words)
    line += word + ' ';
  return line;
}

/// "/usr/include/math.h 12345 1700000000.123456789"; empty when there is no such file.
std::string identity_of(const fs::path& file) {
  struct stat found {};
  if (stat(file.c_str(), &found) != 0)
    return "";
  return file.string() + ' ' + std::to_string(found.st_size) + ' ' +
         std::to_string(found.st_mtim.tv_sec) + '.' + std::to_string(found.st_mtim.tv_nsec);
}

/// Those that the text says it came from: # 1 "/usr/include/math.h" 1 3 4
std::set<std::string> headers_of(const std::string& preprocessed) {
  std::set<std::string> files;
  std::istringstream lines(preprocessed);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t open = line.find('"'), close = line.rfind('"');
    if (begins(line, "# ") && open != close && line[open + 1] == '/')
      files.insert(line.substr(open + 1, close - open - 1));
  }
  return files;
}

/// What the preprocessor was told besides folders of headers could change the headers themselves.
bool only_folders(const options& wanted) {
  for (const std::string& word : wanted.preprocessor)
    if (!begins(word, "-I"))
      return false;
  for (const char* variable : {"CPATH", "CPLUS_INCLUDE_PATH"})
    if (const char* value = std::getenv(variable); value != nullptr && *value != '\0')
      return false;
  return true;
}

bool is_up_to_date(const fs::path& list, const std::string& words) {
  std::istringstream lines(read_file(list));
  std::string line;
  if (!std::getline(lines, line) || line != words)
    return false;
  int files = 0;
  for (; std::getline(lines, line); ++files) {
    // A name may hold blanks: the last two words are numbers.
    const std::size_t name = line.rfind(' ', line.rfind(' ') - 1);
    if (name == line.npos || identity_of(line.substr(0, name)) != line)
      return false;
  }
  return files > 0;
}

void say_why_not(const toolchain& tools, const std::string& errors) {
  std::cerr << errors << "emucc: no preamble is made with " << tools.clang
            << "; programs are compiled without one\n";
}

} // namespace

void make_preamble(const options& wanted, const toolchain& tools, scratch_folder& scratch) {
  const fs::path place = place_of(wanted, tools), list = with(place, ".txt");
  fs::create_directories(place.parent_path());
  write_file(list, ""); // so that nobody takes the old one for the new one
  if (!only_folders(wanted))
    return say_why_not(tools, "CPATH or CPLUS_INCLUDE_PATH is set, and could change the headers\n");

  const fs::path empty = scratch.file("preamble", ".cu");
  const fs::path text = with(place, ".ii"); // stays: clang looks whether it is still the same
  write_file(empty, "");
  const translation headers =
      preprocess_and_translate({input::kind::cuda, empty}, empty, wanted, tools);
  write_file(text, headers.text);

  const fs::path fresh = with(place, ".new"); // in place at once, for those who compile meanwhile
  command_line command = {tools.clang};
  append(command, compiler_options({input::kind::cuda, empty}, wanted));
  append(command, {"-x", "c++-header", text, "-o", fresh});
  if (const finished compiler = run_or_throw(command, wanted); compiler.status != 0)
    return say_why_not(tools, compiler.errors);
  fs::rename(fresh, with(place, ".pch"));

  std::string files = words_of(wanted, tools) + '\n';
  files += identity_of(compiler_of(tools)) + '\n';
  std::set<std::string> read = headers_of(headers.text);
  read.erase(empty);
  for (const std::string& file : read)
    files += identity_of(file) + '\n';
  write_file(list, files);
}

std::optional<fs::path> find_preamble(const options& wanted, const toolchain& tools) {
  const fs::path place = place_of(wanted, tools);
  if (wanted.dependencies.listed != dependency_options::extent::none || !only_folders(wanted) ||
      !is_up_to_date(with(place, ".txt"), words_of(wanted, tools)))
    return std::nullopt;
  return with(place, ".pch");
}

command_line words_for(const fs::path& preamble) {
  // The driver drops -include-pch for what is preprocessed already.
  return {"-Xclang", "-include-pch", "-Xclang", preamble};
}

} // namespace cudalab::emulator
