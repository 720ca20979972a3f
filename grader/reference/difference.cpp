// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/reference/difference.h"

#include <algorithm>
#include <map>
#include <sstream>

#include "grader/reference/source_lines.h"

namespace cudalab::reference {

namespace {

hunk hunk_at(const std::string& header, int line) {
  const std::size_t name = header.find_first_not_of(' ', 2);
  const std::string place = name == header.npos ? "" : header.substr(name);
  const std::size_t comma = place.find(", ");
  if (comma != place.npos)
    return {line, place.substr(0, comma), place.substr(comma + 2), {}};
  const bool is_file = place.find('.') != place.npos;
  return {line, is_file ? place : "", is_file ? "" : place, {}};
}

void require_change(const hunk& one) {
  const auto count = [&](char mark) {
    return std::count_if(one.lines.begin(), one.lines.end(),
                         [&](const hunk_line& each) { return each.mark == mark; });
  };
  if (count('+') + count('-') == 0)
    throw difference_error(one.line, "this hunk changes nothing: no line begins with + or -");
  if (count('+') == static_cast<long>(one.lines.size()))
    throw difference_error(one.line, "where do these lines go? Add a line that is there already");
}

/// The part of a file that a hunk is looked for in: lines that hold code.
std::vector<source_line> searched_lines(const hunk& one, const source_file& file) {
  std::vector<source_line> lines = lines_of(file.text);
  if (!one.function.empty()) {
    const auto definitions = definitions_of(lines, file.text, one.function);
    if (definitions.size() != 1)
      throw difference_error(one.line, file.name + " has " + std::to_string(definitions.size()) +
                                           " functions named " + one.function);
    lines = {lines.begin() + static_cast<long>(definitions[0].first),
             lines.begin() + static_cast<long>(definitions[0].last) + 1};
  }
  lines.erase(std::remove_if(lines.begin(), lines.end(),
                             [](const source_line& each) { return each.code.empty(); }),
              lines.end());
  return lines;
}

/// What must be there, without the lines that come.
std::vector<std::string> wanted_code(const hunk& one) {
  std::vector<std::string> wanted;
  for (const hunk_line& each : one.lines)
    if (const std::string code = plain_line(each.text); each.mark != '+' && !code.empty())
      wanted.push_back(code);
  return wanted;
}

std::string place_of(const hunk& one, const source_file& file) {
  return file.name + (one.function.empty() ? "" : ", " + one.function);
}

std::vector<source_line>::const_iterator find_once(const hunk& one, const source_file& file,
                                                   const std::vector<source_line>& lines) {
  const std::vector<std::string> wanted = wanted_code(one);
  const auto same = [](const source_line& line, const std::string& code) {
    return line.code == code;
  };
  const auto found = std::search(lines.begin(), lines.end(), wanted.begin(), wanted.end(), same);
  const auto complain = [&](const std::string& what) {
    std::string text = place_of(one, file) + " " + what + ":";
    for (const std::string& code : wanted)
      text += "\n    " + code;
    throw difference_error(one.line, text);
  };
  if (wanted.empty() || found == lines.end())
    complain("does not hold these lines, one after the other");
  if (std::search(found + 1, lines.end(), wanted.begin(), wanted.end(), same) != lines.end())
    complain("holds these lines more than once; add a line before or behind them");
  return found;
}

std::vector<edit> edits_of(const hunk& one, const source_file& file) {
  const std::vector<source_line> lines = searched_lines(one, file);
  auto at = find_once(one, file, lines);
  std::vector<edit> edits;
  std::size_t place = at->begin; // where a new line would go
  for (const hunk_line& each : one.lines) {
    if (each.mark == '+') {
      edits.push_back({place, 0, each.text + '\n'});
    } else if (!plain_line(each.text).empty()) {
      if (each.mark == '-')
        edits.push_back({at->begin, at->length, ""});
      place = at->begin + at->length;
      ++at;
    }
  }
  return edits;
}

} // namespace

std::vector<hunk> parse_difference(const std::string& text, int line) {
  std::vector<hunk> hunks;
  std::istringstream in(text);
  for (std::string each; std::getline(in, each); ++line) {
    if (each.rfind("@@", 0) == 0)
      hunks.push_back(hunk_at(each, line));
    else if (hunks.empty())
      throw difference_error(line, "a difference begins with a line @@, and where it is");
    else if (!each.empty() && std::string(" -+").find(each[0]) == std::string::npos)
      throw difference_error(line, "this line begins with neither a space nor - nor +: " + each);
    else if (!each.empty())
      hunks.back().lines.push_back({each[0], each.substr(1)});
  }
  std::for_each(hunks.begin(), hunks.end(), require_change);
  return hunks;
}

solution with_difference(solution one, const std::vector<hunk>& hunks) {
  std::map<source_file*, std::vector<edit>> edits;
  for (const hunk& each : hunks) {
    source_file* file = each.file.empty() ? &one.files.front() : one.file(each.file);
    if (file == nullptr)
      throw difference_error(each.line, "the solution has no file " + each.file);
    for (edit& change : edits_of(each, *file))
      edits[file].push_back(std::move(change));
  }
  for (auto& [file, changes] : edits)
    try {
      file->text = edited(file->text, changes);
    } catch (const std::invalid_argument&) {
      throw difference_error(hunks.front().line, "two hunks change the same line of " + file->name);
    }
  return one;
}

} // namespace cudalab::reference
