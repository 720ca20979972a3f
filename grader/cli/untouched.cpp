// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/cli/untouched.h"

#include <cctype>
#include <cstddef>
#include <map>
#include <sstream>

namespace cudalab::grader {

namespace {

/// Exercises whose mark stands in a text.
std::set<int> marked_in(const std::string& text, const std::string& lab) {
  const std::string mark = "TODO(" + lab + '.';
  std::set<int> found;
  for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at + 1)) {
    int number = 0;
    for (std::size_t i = at + mark.size();
         i < text.size() && std::isdigit(static_cast<unsigned char>(text[i])) != 0 && number < 100;
         ++i)
      number = 10 * number + (text[i] - '0');
    found.insert(number);
  }
  return found;
}

/// Without the blanks at the ends of lines, which editors take away.
std::string plain(const std::string& text) {
  std::istringstream lines(text);
  std::string result;
  for (std::string line; std::getline(lines, line);) {
    line.erase(line.find_last_not_of(" \t\r") + 1);
    result += line + '\n';
  }
  return result;
}

} // namespace

std::set<int> untouched_exercises(const std::string& lab, const std::string& starter,
                                  const std::string& submission) {
  const std::string now = plain(submission);
  std::istringstream lines(plain(starter));
  std::map<int, bool> untouched; // by exercise
  std::string part;              // a function, with what stands before it
  const auto end_part = [&] {
    for (const int exercise : marked_in(part, lab)) {
      const bool same = now.find(part) != std::string::npos;
      const auto [known, is_new] = untouched.try_emplace(exercise, same);
      known->second = known->second && same;
    }
    part.clear();
  };
  for (std::string line; std::getline(lines, line);) {
    part += line + '\n';
    if (!line.empty() && line.front() == '}')
      end_part();
  }
  end_part();
  std::set<int> result;
  for (const auto& [exercise, same] : untouched)
    if (same)
      result.insert(exercise);
  return result;
}

} // namespace cudalab::grader
