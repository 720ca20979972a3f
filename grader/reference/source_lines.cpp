// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/reference/source_lines.h"

#include <cctype>
#include <sstream>

namespace cudalab::reference {

namespace {

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/// The place behind the string or character that begins here.
std::size_t end_of_literal(const std::string& line, std::size_t begin) {
  std::size_t at = begin + 1;
  while (at < line.size() && line[at] != line[begin])
    at += line[at] == '\\' ? 2 : 1;
  return std::min(at + 1, line.size());
}

bool opens_literal(const std::string& line, std::size_t at) {
  // 1'000 holds no character
  return line[at] == '"' || (line[at] == '\'' && (at == 0 || !is_word(line[at - 1])));
}

bool calls(const std::string& code, const std::string& name) {
  for (std::size_t at = code.find(name + '('); at != code.npos; at = code.find(name + '(', at + 1))
    if (at == 0 || !is_word(code[at - 1]))
      return true;
  return false;
}

bool begins_declaration(const std::string& text, const source_line& line) {
  const char first = text[line.begin];
  return !line.code.empty() && (is_word(first) || first == '[') &&
         line.code.rfind("namespace", 0) != 0 && line.code.rfind("template", 0) != 0;
}

/// The places are those in the line.
placed_code placed_line(const std::string& line) {
  placed_code result;
  const auto keep = [&](std::size_t at, char c) {
    result.code += c;
    result.at.push_back(at);
  };
  for (std::size_t at = 0; at < line.size();) {
    if (line.compare(at, 2, "//") == 0)
      break;
    std::size_t end = at + 1;
    if (line.compare(at, 2, "/*") == 0) {
      end = std::min(line.find("*/", at + 2), line.size() - 2) + 2;
    } else if (opens_literal(line, at)) {
      end = end_of_literal(line, at);
      for (std::size_t each = at; each < end; ++each)
        keep(each, line[each]);
    } else if (!is_space(line[at])) {
      keep(at, line[at]);
    } else if (!result.code.empty() && result.code.back() != ' ') {
      keep(at, ' ');
    }
    at = end;
  }
  while (!result.code.empty() && result.code.back() == ' ') {
    result.code.pop_back();
    result.at.pop_back();
  }
  return result;
}

} // namespace

std::string plain_line(const std::string& line) {
  return placed_line(line).code;
}

std::string plain(const std::string& lines) {
  std::istringstream in(lines);
  std::string result;
  for (std::string line; std::getline(in, line);)
    if (const std::string code = plain_line(line); !code.empty())
      result += (result.empty() ? "" : " ") + code;
  return result;
}

const std::vector<source_line>& lines_of(const std::string& text) {
  static thread_local std::string last;
  static thread_local std::vector<source_line> lines;
  if (text == last)
    return lines;
  last = text;
  lines.clear();
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size() - 1) + 1;
    lines.push_back({begin, end - begin, plain_line(text.substr(begin, end - begin))});
    begin = end;
  }
  return lines;
}

std::size_t find_code(const std::string& code, const std::string& wanted, std::size_t from) {
  const auto cuts_word = [&](std::size_t at) {
    return at > 0 && at < code.size() && is_word(code[at - 1]) && is_word(code[at]);
  };
  std::size_t at = code.find(wanted, from);
  while (at != code.npos && (cuts_word(at) || cuts_word(at + wanted.size())))
    at = code.find(wanted, at + 1);
  return at;
}

placed_code code_of(const std::vector<source_line>& lines, const std::string& text) {
  placed_code all;
  for (const source_line& each : lines) {
    const placed_code here = placed_line(text.substr(each.begin, each.length));
    if (!all.code.empty()) {
      all.code += ' ';
      all.at.push_back(each.begin);
    }
    all.code += here.code;
    for (const std::size_t at : here.at)
      all.at.push_back(each.begin + at);
  }
  return all;
}

std::vector<line_range> definitions_of(const std::vector<source_line>& lines,
                                       const std::string& text, const std::string& function) {
  std::vector<line_range> found;
  for (std::size_t first = 0; first < lines.size(); ++first) {
    if (!begins_declaration(text, lines[first]))
      continue;
    std::string head;
    std::size_t last = first;
    for (; last < lines.size(); ++last) {
      head += lines[last].code + ' ';
      if (head.find_first_of("{;") != head.npos)
        break;
    }
    const std::size_t brace = head.find_first_of("{;");
    const bool whole = head.find_last_of("}") != head.npos; // on one line
    if (brace == head.npos || head[brace] == ';')
      continue;
    while (!whole && last < lines.size() && text[lines[last].begin] != '}')
      ++last;
    if (last < lines.size() && calls(head.substr(0, brace), function))
      found.push_back({first, last});
    first = last;
  }
  return found;
}

} // namespace cudalab::reference
