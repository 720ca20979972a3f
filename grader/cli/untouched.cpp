// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/cli/untouched.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <cstring>
#include <sstream>
#include <vector>

#include "grader/reference/source_lines.h"

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

/// Without comments over several lines, and without what stands under a condition of the
/// preprocessor that the starter has not: there, a copy of the starter's code is no code.
std::string live(const std::string& text, const std::string& starter) {
  std::istringstream lines(text);
  std::string result;
  int conditions = 0;
  bool comment = false;
  for (std::string line; std::getline(lines, line);) {
    if (!comment) {
      const std::string code = reference::plain_line(line);
      const bool ends = code.rfind("#endif", 0) == 0;
      if (code.rfind("#if", 0) == 0 && (conditions > 0 || starter.find(code) == starter.npos))
        ++conditions;
      const bool hidden = conditions > 0;
      if (ends && conditions > 0)
        --conditions;
      if (hidden)
        continue;
      result += line + '\n';
      const std::size_t open = line.rfind("/*"), slashes = line.find("//");
      comment = open != line.npos && line.find("*/", open + 2) == line.npos &&
                (slashes == line.npos || slashes > open);
    } else {
      comment = line.find("*/") == line.npos;
    }
  }
  return result;
}

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// A function of the starter, with what stands before it.
struct part {
  std::string code; ///< without comments and spacing
  std::set<int> marks;
  std::set<std::string> defines, uses;
};

/// Each word of the code; and those that it defines: a word outside of all braces and brackets,
/// before a "(", "=" or "{".
void note_words(part& one) {
  const std::string& code = one.code;
  int depth = 0;
  for (std::size_t at = 0; at < code.size(); ++at) {
    if (is_word(code[at])) {
      const std::size_t begin = at;
      while (at + 1 < code.size() && is_word(code[at + 1]))
        ++at;
      const std::string word = code.substr(begin, at + 1 - begin);
      one.uses.insert(word);
      const std::size_t next = code.find_first_not_of(' ', at + 1);
      if (depth == 0 && next != code.npos && std::strchr("(={", code[next]) != nullptr &&
          word.rfind("__", 0) != 0)
        one.defines.insert(word);
    } else if (std::strchr("({[", code[at]) != nullptr) {
      ++depth;
    } else if (std::strchr(")}]", code[at]) != nullptr) {
      --depth;
    }
  }
}

std::vector<part> parts_of(const std::string& starter, const std::string& lab) {
  std::vector<part> parts;
  std::string lines_of_part;
  const auto end_part = [&] {
    part one{reference::plain(lines_of_part), marked_in(lines_of_part, lab), {}, {}};
    note_words(one);
    parts.push_back(std::move(one));
    lines_of_part.clear();
  };
  std::istringstream lines(starter);
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("#include", 0) == 0) // each exercise may need another header
      continue;
    lines_of_part += line + '\n';
    if (!line.empty() && line.front() == '}')
      end_part();
  }
  end_part();
  return parts;
}

bool uses(const part& one, const part& other) {
  return std::any_of(other.defines.begin(), other.defines.end(),
                     [&one](const std::string& each) { return one.uses.count(each) != 0; });
}

/// The parts that are marked for an exercise, those that use them, and what all of these use. Not
/// those that are marked for other exercises only.
std::set<std::size_t> parts_of_exercise(const std::vector<part>& parts, int exercise) {
  std::set<std::size_t> own;
  for (std::size_t i = 0; i < parts.size(); ++i)
    if (parts[i].marks.count(exercise) != 0)
      own.insert(i);
  const auto add_unmarked = [&](auto&& belongs) {
    for (bool more = true; more;) {
      more = false;
      for (std::size_t i = 0; i < parts.size(); ++i)
        if (parts[i].marks.empty() && own.count(i) == 0 &&
            std::any_of(own.begin(), own.end(),
                        [&](std::size_t each) { return belongs(parts[i], parts[each]); })) {
          own.insert(i);
          more = true;
        }
    }
  };
  add_unmarked([](const part& one, const part& known) { return uses(one, known); });
  add_unmarked([](const part& one, const part& known) { return uses(known, one); });
  return own;
}

} // namespace

std::set<int> untouched_exercises(const std::string& lab, const std::string& starter,
                                  const std::string& submission) {
  const std::vector<part> parts = parts_of(starter, lab);
  std::string without_includes;
  std::istringstream lines(live(submission, starter));
  for (std::string line; std::getline(lines, line);)
    if (line.rfind("#include", 0) != 0)
      without_includes += line + '\n';
  const std::string now = reference::plain(without_includes);
  std::set<int> marked;
  for (const part& each : parts)
    marked.insert(each.marks.begin(), each.marks.end());
  std::set<int> result;
  for (const int exercise : marked) {
    const std::set<std::size_t> own = parts_of_exercise(parts, exercise);
    if (std::all_of(own.begin(), own.end(), [&](std::size_t each) {
          return reference::find_code(now, parts[each].code) != now.npos;
        }))
      result.insert(exercise);
  }
  return result;
}

} // namespace cudalab::grader
