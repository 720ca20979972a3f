// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/course/mutation/mutants.h"

#include <algorithm>
#include <fstream>
#include <map>
#include <regex>
#include <set>

#include "grader/course/grade_file.h"

namespace cudalab::mutation {

namespace fs = std::filesystem;

namespace {

/// Comments are gone, and spaces are single.
std::string plain(const std::string& lines) {
  std::string result;
  for (const auto& piece : emulator::tokenize(lines)) {
    if (piece.significant() || piece.kind == emulator::token_kind::directive)
      result += lines.substr(piece.begin, piece.length);
    else if (!result.empty() && result.back() != ' ')
      result += ' ';
  }
  while (!result.empty() && result.back() == ' ')
    result.pop_back();
  return result;
}

mutant named(const std::string& file, const code& source, const edit& change) {
  const std::string& text = source.text();
  const std::size_t end = change.begin + change.length;
  const std::size_t line_begin = text.rfind('\n', change.begin) + 1;
  const std::string head = text.substr(line_begin, change.begin - line_begin);
  const std::string tail = text.substr(end, std::min(text.find('\n', end), text.size()) - end);
  const std::size_t token = source.token_at(change.begin);
  return {{file, source.function_of(token),
           plain(head + text.substr(change.begin, change.length) + tail),
           plain(head + change.replacement + tail)},
          source[token].line,
          0,
          change};
}

} // namespace

solution read_solution(const fs::path& file) {
  static const std::regex include(R"re(\n#include "([^"/]+)")re");
  const fs::path folder = fs::absolute(file).lexically_normal().parent_path();
  solution result{file.stem(), folder.filename(), folder, {file.filename()}};
  for (std::size_t i = 0; i < result.files.size(); ++i) {
    const std::string text = course::read_text(folder / result.files[i]);
    for (std::sregex_iterator each(text.begin(), text.end(), include), end; each != end; ++each) {
      const std::string header = (*each)[1];
      if (fs::exists(folder / header) &&
          std::find(result.files.begin(), result.files.end(), header) == result.files.end())
        result.files.push_back(header);
    }
  }
  return result;
}

std::vector<mutant> mutants_of(const std::string& file, const std::string& text) {
  const code source(text);
  std::vector<edit> edits = statement_edits(source);
  for (std::size_t at = 0; at < source.size(); ++at) {
    if (!source[at].marked)
      continue;
    for (const auto& make : {token_edits, expression_edits})
      for (edit& each : make(source, at))
        edits.push_back(std::move(each));
  }
  std::stable_sort(edits.begin(), edits.end(),
                   [](const edit& a, const edit& b) { return a.begin < b.begin; });
  std::vector<mutant> mutants;
  std::set<std::string> texts;
  std::map<mutant_name, int> met;
  for (const edit& each : edits) {
    if (!texts.insert(std::string(text).replace(each.begin, each.length, each.replacement)).second)
      continue;
    mutants.push_back(named(file, source, each));
    mutants.back().nth = met[mutants.back().name]++;
  }
  return mutants;
}

std::vector<mutant> mutants_of(const solution& one) {
  std::vector<mutant> all;
  for (const std::string& file : one.files)
    for (mutant& each : mutants_of(file, course::read_text(one.path / file)))
      all.push_back(std::move(each));
  return all;
}

fs::path write_mutant(const solution& one, const mutant& changed, const fs::path& folder) {
  fs::create_directories(folder);
  for (const std::string& file : one.files) {
    std::string text = course::read_text(one.path / file);
    if (file == changed.name.file)
      text.replace(changed.change.begin, changed.change.length, changed.change.replacement);
    if (!(std::ofstream(folder / file, std::ios::binary) << text << std::flush))
      throw std::runtime_error((folder / file).string() + " cannot be written");
  }
  return folder / one.files.front();
}

} // namespace cudalab::mutation
