// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/report/source_excerpt.h"

#include <algorithm>

namespace cudalab::grader {

namespace {

void remove_common_indent(std::vector<source_line>& lines) {
  std::size_t common = std::string::npos;
  for (const source_line& each : lines)
    if (!each.text.empty())
      common = std::min(common, each.text.find_first_not_of(' '));
  if (common == std::string::npos)
    return;
  for (source_line& each : lines)
    each.text.erase(0, std::min(common, each.text.size()));
}

} // namespace

std::vector<source_line> excerpt(const std::vector<quoted_file>& sources, const std::string& file,
                                 int line) {
  const auto from = std::find_if(sources.begin(), sources.end(),
                                 [&file](const quoted_file& each) { return each.file == file; });
  if (from == sources.end() || from->lines.count(line) == 0)
    return {};
  std::vector<source_line> result;
  for (int number = line - 1; number <= line + 1; ++number)
    if (const auto quoted = from->lines.find(number); quoted != from->lines.end())
      result.push_back({number, quoted->second, number == line});
  remove_common_indent(result);
  return result;
}

} // namespace cudalab::grader
