// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/course/mutation/mutants.h"

#include <algorithm>
#include <map>
#include <set>

#include "grader/reference/source_lines.h"

namespace cudalab::mutation {

namespace {

mutant named(const std::string& file, const code& source, const edit& change) {
  const std::string& text = source.text();
  const std::size_t end = change.begin + change.length;
  const std::size_t line_begin = text.rfind('\n', change.begin) + 1;
  const std::string head = text.substr(line_begin, change.begin - line_begin);
  const std::string tail = text.substr(end, std::min(text.find('\n', end), text.size()) - end);
  const std::size_t token = source.token_at(change.begin);
  return {{file, source.function_of(token),
           reference::plain(head + text.substr(change.begin, change.length) + tail),
           reference::plain(head + change.replacement + tail)},
          source[token].line,
          0,
          change};
}

} // namespace

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
    if (!texts.insert(reference::edited(text, {each})).second)
      continue;
    mutants.push_back(named(file, source, each));
    mutants.back().nth = met[mutants.back().name]++;
  }
  return mutants;
}

std::vector<mutant> mutants_of(const solution& one) {
  std::vector<mutant> all;
  for (const reference::source_file& file : one.files)
    for (mutant& each : mutants_of(file.name, file.text))
      all.push_back(std::move(each));
  return all;
}

solution with_mutant(solution one, const mutant& changed) {
  std::string& text = one.file(changed.name.file)->text;
  text = reference::edited(text, {changed.change});
  return one;
}

} // namespace cudalab::mutation
