// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/reference/difference.h"

#include <algorithm>
#include <map>
#include <regex>
#include <sstream>

#include "grader/reference/source_lines.h"

namespace cudalab::reference {

namespace {

hunk hunk_at(const std::string& place, int line) {
  const std::size_t comma = place.find(", ");
  if (comma != place.npos)
    return {line, place.substr(0, comma), place.substr(comma + 2)};
  const bool is_file = place.find('.') != place.npos;
  return {line, is_file ? place : "", is_file ? "" : place};
}

hunk hunk_at_header(const std::string& header, int line) {
  const std::size_t name = header.find_first_not_of(' ', 2);
  return hunk_at(name == header.npos ? "" : header.substr(name), line);
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

/// As far to the right as the line that begins there or before.
std::string indentation_at(const std::string& text, std::size_t at) {
  const std::size_t begin = text.rfind('\n', at) + 1; // npos + 1 is the text's begin
  return text.substr(begin, text.find_first_not_of(' ', begin) - begin);
}

edit edit_in_words(const hunk& one, const source_file& file) {
  const placed_code all = code_of(searched_lines(one, file), file.text);
  const std::string wanted = plain_line(one.code);
  const std::size_t found = find_code(all.code, wanted);
  if (wanted.empty() || found == all.code.npos)
    throw difference_error(one.line, place_of(one, file) + " does not hold " + one.code);
  if (find_code(all.code, wanted, found + 1) != all.code.npos)
    throw difference_error(one.line,
                           place_of(one, file) + " holds this more than once: " + one.code);
  const std::size_t begin = all.at[found], end = all.at[found + wanted.size() - 1] + 1;
  if (one.behind)
    return {end, 0, '\n' + indentation_at(file.text, begin) + one.replacement};
  return {begin, end - begin, one.replacement};
}

std::vector<edit> edits_of(const hunk& one, const source_file& file) {
  if (!one.code.empty())
    return {edit_in_words(one, file)};
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
      hunks.push_back(hunk_at_header(each, line));
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

hunk parse_change(const std::string& words, int line) {
  static const std::regex form(
      "in ([^:`]+): (behind )?`([^`]+)` (?:becomes `([^`]+)`|comes `([^`]+)`|goes)");
  std::smatch parts;
  if (!std::regex_match(words, parts, form) || parts[2].matched != parts[5].matched)
    throw difference_error(line, "a change is: in PLACE: `CODE` becomes `CODE`, or goes, or behind "
                                 "`CODE` comes `CODE`");
  hunk one = hunk_at(parts[1], line);
  one.behind = parts[2].matched;
  one.code = parts[3];
  one.replacement = one.behind ? parts[5] : parts[4];
  return one;
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
