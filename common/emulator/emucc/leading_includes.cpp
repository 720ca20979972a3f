// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/emucc/leading_includes.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <sstream>

#include "emulator/emucc/scratch_folder.h"
#include "emulator/emucc/submission_text.h"
#include "emulator/emucc/tool.h"
#include "emulator/emucc/words.h"

namespace cudalab::emulator {
namespace {

namespace fs = std::filesystem;

std::string_view without_blanks(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r");
  const std::size_t end = text.find_last_not_of(" \t\r");
  return begin == text.npos ? "" : text.substr(begin, end - begin + 1);
}

/// `#include <vector> // for the list`: <vector>. Empty: it is no such line.
std::string included(std::string_view line) {
  if (!begins(line, "#"))
    return "";
  line = without_blanks(line.substr(1));
  if (!begins(line, "include"))
    return "";
  line = without_blanks(line.substr(std::string_view("include").size()));
  if (line.empty() || (line[0] != '<' && line[0] != '"'))
    return "";
  const std::size_t end = line.find(line[0] == '<' ? '>' : '"', 1);
  if (end == line.npos || end == 1)
    return "";
  const std::string_view rest = without_blanks(line.substr(end + 1));
  if (!rest.empty() && (!begins(rest, "//") || rest.back() == '\\'))
    return "";
  return std::string(line.substr(0, end + 1));
}

/// The folder that a name is found in first.
std::optional<fs::path> found_in(const std::vector<fs::path>& folders, const std::string& name) {
  std::error_code ignored;
  for (const fs::path& folder : folders)
    if (fs::exists(folder / name, ignored))
      return fs::weakly_canonical(folder / name, ignored);
  return std::nullopt;
}

} // namespace

std::vector<std::string> leading_includes(std::string_view text) {
  std::vector<std::string> found;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = without_blanks(text.substr(0, end));
    if (begins(line, "/*")) {
      const std::size_t close = text.find("*/", text.find("/*") + 2);
      if (close == text.npos)
        break;
      const std::size_t next = std::min(text.find('\n', close), text.size());
      if (!without_blanks(text.substr(close + 2, next - close - 2)).empty())
        break;
      text.remove_prefix(std::min(next + 1, text.size()));
      continue;
    }
    if (const std::string name = included(line); !name.empty())
      found.push_back(name);
    else if (!line.empty() && (!begins(line, "//") || line.back() == '\\'))
      break;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return found;
}

leading_headers leading_headers::of(const input& source, const options& wanted) {
  const std::string content = read_file(source.text);
  leading_headers found;
  found.names_ = leading_includes(original_of(content).text);
  std::vector<fs::path> folders;
  std::error_code ignored;
  for (const std::string& word : wanted.preprocessor)
    if (begins(word, "-I"))
      folders.push_back(fs::weakly_canonical(word.substr(2), ignored));
  found.folders_.assign(folders.begin(), folders.end());
  std::vector<fs::path> with_own = folders;
  with_own.insert(with_own.begin(), fs::absolute(source.text).parent_path());
  for (const std::string& written : found.names_) {
    const std::string name = written.substr(1, written.size() - 2);
    const auto file = found_in(written[0] == '"' ? with_own : folders, name);
    found.files_.push_back(file ? file->string() : written);
  }
  return found;
}

std::vector<leading_headers> leading_headers::all_of(const input& source, const options& wanted) {
  std::vector<leading_headers> every{of(source, wanted)};
  while (!every.back().empty()) {
    every.push_back(every.back());
    every.back().names_.pop_back();
    every.back().files_.pop_back();
  }
  return every;
}

std::string leading_headers::text() const {
  std::string lines;
  for (const std::string& name : names_)
    lines += "#include " + name + '\n';
  return lines;
}

std::string leading_headers::suffix() const {
  if (empty())
    return "";
  std::uint64_t sum = 0xcbf29ce484222325; // FNV-1a
  for (const char c : text())
    sum = (sum ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  std::ostringstream name;
  name << '-' << std::hex << sum;
  return name.str();
}

command_line leading_headers::words() const {
  if (empty())
    return {};
  command_line words;
  for (const std::string& folder : folders_)
    words.push_back("-I" + folder);
  append(words, files_);
  return words;
}

std::string text_of_own_headers(const std::string& preprocessed, const toolchain& tools) {
  std::string own;
  bool inside = false;
  for (std::string_view rest = preprocessed; !rest.empty();) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (begins(line, "# ")) { // # 1 "/usr/include/math.h" 1 3 4: 3 is the system's
      const std::size_t close = line.rfind('"');
      inside = close != line.npos && !contains(line.substr(close), " 3") &&
               !contains(line, '"' + tools.include_folder.string());
    } else if (inside) {
      own.append(line).append("\n");
    }
  }
  return own;
}

} // namespace cudalab::emulator
