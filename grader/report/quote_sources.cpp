// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/report/quote_sources.h"

#include <algorithm>
#include <set>
#include <sstream>

#include "grader/files/read_text.h"
#include "grader/printable.h"
#include "grader/report/wrap.h"

namespace cudalab::grader {

namespace {

namespace fs = std::filesystem;

constexpr int around = 2;        ///< lines before and after one that is named
constexpr int around_race = 10;  ///< the barriers before and after it
constexpr int longest_race = 60; ///< lines from one access to the other
constexpr std::size_t most_lines = 400, most_columns = 160;
constexpr std::size_t most_warnings = 5;

class wanted_lines {
public:
  void add(const std::string& file, int first, int last) {
    for (int line = std::max(1, first); line <= last; ++line)
      if (total_ < most_lines && lines_[file].insert(line).second)
        ++total_;
  }
  void add(const std::string& file, int line) {
    if (line > 0)
      add(file, line - around, line + around);
  }
  const std::map<std::string, std::set<int>>& by_file() const { return lines_; }

private:
  std::map<std::string, std::set<int>> lines_;
  std::size_t total_ = 0;
};

void add_finding(const finding& one, wanted_lines& wanted) {
  for (const party& each : one.parties)
    wanted.add(each.file, each.line);
  if (one.missed) {
    wanted.add(one.missed->made_in, one.missed->made_line);
    wanted.add(one.missed->freed_in, one.missed->freed_line);
  }
  if (one.kind != finding_kind::race || one.parties.size() != 2)
    return;
  const party &a = one.parties[0], &b = one.parties[1];
  const auto [first, last] = std::minmax(a.line, b.line);
  if (a.file == b.file && first > 0 && last - first <= longest_race)
    wanted.add(a.file, first - around_race, last + around_race);
}

/// Of the compiler's messages and of counted traffic.
void add_data(const nlohmann::json& data, wanted_lines& wanted) {
  std::size_t told = 0;
  for (const auto& each : data.value("diagnostics", nlohmann::json::array()))
    if (each.value("severity", "") != "warning" || told++ < most_warnings)
      wanted.add(each.value("file", ""), each.value("line", 0));
  for (const auto& one :
       data.value("cases", nlohmann::json()).is_array() ? data["cases"] : nlohmann::json::array())
    for (const auto& kernel : one.value("kernels", nlohmann::json::array())) {
      for (const auto& each : kernel.value("lines", nlohmann::json::array()))
        wanted.add(each.value("file", ""), each.value("line", 0), each.value("line", 0));
    }
}

bool is_below(const fs::path& file, const fs::path& folder) {
  std::error_code trouble;
  const fs::path from = fs::relative(file, folder, trouble); // follows links
  return !trouble && !from.empty() && *from.begin() != "..";
}

bool is_given(const fs::path& file, const std::vector<fs::path>& folders) {
  std::error_code trouble;
  return file.extension() == ".h" && fs::is_regular_file(file, trouble) &&
         std::any_of(folders.begin(), folders.end(),
                     [&file](const fs::path& folder) { return is_below(file, folder); });
}

/// Tabs as two blanks, no control characters, not too long.
std::string tidy_quote(const std::string& line) {
  std::string result;
  for (const char c : printable(line))
    result += c == '\t' ? std::string("  ") : std::string(1, c);
  result.erase(result.find_last_not_of(' ') + 1);
  return columns_of(result) <= most_columns ? result : cut(result, most_columns - 1) + "…";
}

quoted_file quote(const std::string& file, const std::set<int>& lines, const std::string& text) {
  quoted_file result{file, {}};
  std::istringstream stream(text);
  std::string line;
  for (int number = 1; number <= *lines.rbegin() && std::getline(stream, line); ++number)
    if (lines.count(number) != 0)
      result.lines[number] = tidy_quote(line);
  return result;
}

} // namespace

void quote_sources(grade& result, const std::map<std::string, std::string>& submission,
                   const std::vector<fs::path>& given) {
  wanted_lines wanted;
  for (const check_result& check : result.checks) {
    for (const finding& each : check.findings)
      add_finding(each, wanted);
    add_data(check.data, wanted);
  }
  result.sources.clear();
  for (const auto& [file, lines] : wanted.by_file()) {
    const auto own = submission.find(file);
    if (own == submission.end() && !is_given(file, given))
      continue;
    quoted_file quoted =
        quote(file, lines, own != submission.end() ? own->second : content_of(file));
    if (!quoted.lines.empty())
      result.sources.push_back(std::move(quoted));
  }
}

} // namespace cudalab::grader
