// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/emucc/response_file.h"

#include <cctype>
#include <filesystem>

#include "emulator/emucc/options.h"
#include "emulator/emucc/scratch_folder.h"

namespace cudalab::emulator {
namespace {

constexpr int deepest = 20;

void add(const std::vector<std::string>& words, std::vector<std::string>& result, int depth) {
  if (depth > deepest)
    throw usage_error("@files name each other without end");
  for (const std::string& word : words) {
    if (word.size() < 2 || word[0] != '@') {
      result.push_back(word);
      continue;
    }
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(word.substr(1), ignored))
      throw usage_error(word + ": no such file");
    add(words_of_file(read_file(word.substr(1))), result, depth + 1);
  }
}

} // namespace

std::vector<std::string> words_of_file(const std::string& text) {
  std::vector<std::string> words;
  std::string word;
  bool inside = false;
  char quote = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (quote == 0 && std::isspace(static_cast<unsigned char>(c))) {
      if (inside)
        words.push_back(word);
      word.clear();
      inside = false;
      continue;
    }
    inside = true;
    if (c == '\\' && quote != '\'' && at + 1 < text.size())
      word += text[++at];
    else if (c == quote)
      quote = 0;
    else if (quote == 0 && (c == '"' || c == '\''))
      quote = c;
    else
      word += c;
  }
  if (inside)
    words.push_back(word);
  return words;
}

std::vector<std::string> with_response_files(const std::vector<std::string>& words) {
  std::vector<std::string> result;
  add(words, result, 0);
  return result;
}

} // namespace cudalab::emulator
