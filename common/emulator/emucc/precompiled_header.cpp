// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/emucc/precompiled_header.h"

#include <cstdlib>
#include <sstream>

#include <sys/stat.h>

#include "emulator/emucc/scratch_folder.h"
#include "emulator/emucc/tool.h"
#include "emulator/emucc/words.h"

namespace cudalab::emulator {
namespace {

namespace fs = std::filesystem;

/// The same file, by whatever name it is called.
fs::path compiler_of(const toolchain& tools) {
  std::error_code ignored;
  return fs::canonical(find_program(tools.clang), ignored);
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

} // namespace

precompiled_header::precompiled_header(const std::string& name, const command_line& words,
                                       const toolchain& tools)
    : place_(tools.library.parent_path() / "preambles" / name), compiler_(compiler_of(tools)) {
  words_ = compiler_.string() + ' ' + tools.include_folder.string() + ' ';
  for (const std::string& word : words)
    words_ += word + ' ';
}

fs::path precompiled_header::file(const char* extension) const {
  fs::path result = place_;
  return result += extension;
}

bool precompiled_header::is_up_to_date() const {
  std::istringstream lines(read_file(file(".txt")));
  std::string line;
  if (!std::getline(lines, line) || line != words_)
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

bool precompiled_header::is_stale() const {
  return !read_file(file(".txt")).empty() && !is_up_to_date();
}

void precompiled_header::forget() const {
  fs::create_directories(place_.parent_path());
  write_file(file(".txt"), "");
}

void precompiled_header::keep(const std::string& preprocessed, const fs::path& but) const {
  fs::rename(file(".new"), file(".pch"));
  std::string files = words_ + '\n' + identity_of(compiler_) + '\n';
  std::set<std::string> read = headers_of(preprocessed);
  read.erase(but);
  for (const std::string& header : read)
    files += identity_of(header) + '\n';
  write_file(file(".txt"), files);
}

std::string identity_of_compiler(const toolchain& tools) {
  return identity_of(compiler_of(tools));
}

bool only_folders(const options& wanted) {
  for (const std::string& word : wanted.preprocessor)
    if (!begins(word, "-I"))
      return false;
  for (const char* variable : {"CPATH", "CPLUS_INCLUDE_PATH"})
    if (const char* value = std::getenv(variable); value != nullptr && *value != '\0')
      return false;
  return true;
}

} // namespace cudalab::emulator
