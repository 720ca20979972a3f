// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/reference/starter.h"

#include <sstream>

namespace cudalab::reference {

namespace {

const std::string begin_mark = "// BEGIN SOLUTION";
const std::string end_mark = "// END SOLUTION";
const std::string starter_mark = "// STARTER:";

[[noreturn]] void complain(int line, const std::string& what) {
  throw marking_error("line " + std::to_string(line) + ": " + what);
}

/// "    // STARTER:   x;" becomes "      x;": the comment's indentation, then the text.
std::string starter_text(const std::string& line, std::size_t indentation) {
  std::string text = line.substr(indentation + starter_mark.size());
  if (!text.empty() && text.front() == ' ')
    text.erase(0, 1);
  return text.empty() ? text : line.substr(0, indentation) + text;
}

} // namespace

std::string make_starter(const std::string& solution) {
  std::istringstream in(solution);
  std::string out;
  int number = 0, begun = 0, parts = 0, texts = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    const std::size_t indentation = std::min(line.find_first_not_of(" \t"), line.size());
    const auto is = [&](const std::string& mark) {
      return line.compare(indentation, mark.size(), mark) == 0;
    };
    if (is(begin_mark)) {
      if (begun)
        complain(number,
                 "BEGIN SOLUTION inside the part that began in line " + std::to_string(begun));
      begun = number;
      texts = 0;
      ++parts;
    } else if (is(end_mark)) {
      if (!begun)
        complain(number, "END SOLUTION without a BEGIN SOLUTION");
      if (texts == 0)
        complain(begun, "this part leaves nothing in the starter, not even a TODO: add a line "
                        "that begins with // STARTER:");
      begun = 0;
    } else if (is(starter_mark)) {
      if (!begun)
        complain(number, "STARTER outside BEGIN SOLUTION and END SOLUTION");
      out += starter_text(line, indentation) + '\n';
      ++texts;
    } else if (!begun) {
      out += line + '\n';
    }
  }
  if (begun)
    complain(begun, "BEGIN SOLUTION without an END SOLUTION");
  if (parts == 0)
    complain(1, "no BEGIN SOLUTION in this file: nothing would be left to the student");
  return out;
}

std::string without_marks(const std::string& solution) {
  std::istringstream in(solution);
  std::string out;
  for (std::string line; std::getline(in, line);) {
    const std::size_t begin = std::min(line.find_first_not_of(" \t"), line.size());
    const auto is = [&](const std::string& mark) {
      return line.compare(begin, mark.size(), mark) == 0;
    };
    if (!is(begin_mark) && !is(end_mark) && !is(starter_mark))
      out += line + '\n';
  }
  return out;
}

} // namespace cudalab::reference
