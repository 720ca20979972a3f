// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "expectation.h"

#include <fstream>
#include <map>
#include <sstream>

namespace cudalab::proof {

namespace {

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;)
    words.push_back(word);
  return words;
}

/// From the name in a comment `// @name` at a line's end to FILE:LINE.
std::map<std::string, std::string> marks_in(const std::filesystem::path& program) {
  std::ifstream file(program);
  std::map<std::string, std::string> marks;
  std::string line;
  for (int number = 1; std::getline(file, line); ++number)
    if (const std::size_t at = line.rfind("// @"); at != line.npos)
      marks[line.substr(at + 4)] = program.filename().string() + ":" + std::to_string(number);
  return marks;
}

std::string with_places(std::string text, const std::map<std::string, std::string>& marks,
                        const std::string& program) {
  for (std::size_t open = text.find('{'); open != text.npos; open = text.find('{', open + 1)) {
    const std::size_t close = text.find('}', open);
    if (close == text.npos)
      break;
    const std::string name = text.substr(open + 1, close - open - 1);
    const auto mark = marks.find(name);
    if (mark == marks.end())
      throw bad_head(program + ": no line ends in // @" + name);
    text.replace(open, close - open + 1, mark->second);
  }
  return text;
}

} // namespace

expectation read_expectation(const std::filesystem::path& program) {
  std::ifstream file(program);
  if (!file)
    throw bad_head(program.string() + ": cannot be read");
  const std::map<std::string, std::string> marks = marks_in(program);
  expectation result;
  result.program = program;
  std::string line;
  while (std::getline(file, line) && line.rfind("//", 0) == 0) {
    const std::size_t colon = line.find(": ");
    if (line.size() < 3 || colon == line.npos)
      continue;
    const std::string key = line.substr(3, colon - 3), value = line.substr(colon + 2);
    if (key == "Feature") {
      result.is_feature = true;
      result.sentence = value;
    } else if (key == "Finding") {
      for (const std::string& kind : words_of(value))
        result.kinds.insert(kind);
    } else if (key == "Prints") {
      result.prints.push_back(value);
    } else if (key == "Says") {
      result.says.push_back(with_single_blanks(with_places(value, marks, program.string())));
    } else if (key == "GPU") {
      result.gpu = value;
    } else if (key == "Options") {
      result.options = words_of(value);
    } else if (key == "Devices") {
      result.devices = value;
    }
  }
  if (result.is_feature == !result.kinds.empty())
    throw bad_head(program.string() +
                   ": its head needs either `// Feature: ...` or `// Finding: ...`");
  if (!result.is_feature && result.says.empty())
    throw bad_head(program.string() + ": a finding needs at least one `// Says: ...`");
  if (!result.is_feature && result.gpu.empty())
    throw bad_head(program.string() +
                   ": a finding needs `// GPU: ...`: what compute-sanitizer says");
  return result;
}

std::string with_single_blanks(const std::string& text) {
  std::string result;
  for (const std::string& word : words_of(text))
    result += (result.empty() ? "" : " ") + word;
  return result;
}

} // namespace cudalab::proof
