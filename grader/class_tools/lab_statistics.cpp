// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/class_tools/lab_statistics.h"

#include <algorithm>

#include <fmt/format.h>

#include "findings/words.h"
#include "grader/report/html/draw/numbers.h"
#include "grader/verdict.h"

namespace cudalab::grader {

namespace {

/// A line without its comment, in which somebody may have written a name.
std::string example_of(const grade& from, const std::string& file, int line) {
  for (const quoted_file& each : from.sources)
    if (each.file == file)
      if (const auto found = each.lines.find(line); found != each.lines.end()) {
        std::string code = found->second.substr(0, found->second.find("//"));
        code.erase(0, code.find_first_not_of(" \t"));
        const std::size_t end = code.find_last_not_of(" \t");
        return end == code.npos ? "" : code.substr(0, end + 1);
      }
  return "";
}

void count_mistake(const std::string& words, const std::string& line,
                   std::map<std::string, common_mistake>& here) {
  common_mistake& one = here[words];
  one.words = words;
  if (one.line.empty())
    one.line = line;
}

/// Each kind once a hand-in.
std::map<std::string, common_mistake> mistakes_in(const grade& result) {
  std::map<std::string, common_mistake> here;
  for (const check_result& check : result.checks) {
    if (const std::string known = check.data.value("known_mistake", ""); !known.empty())
      count_mistake(known, "", here);
    for (const finding& each : check.findings) {
      const std::string line = each.parties.empty()
                                   ? ""
                                   : example_of(result, each.parties[0].file, each.parties[0].line);
      count_mistake(fmt::format("{}{}",
                                is_error(each) ? "" : name_of(each.severity) + std::string(": "),
                                title_of(each.kind) +
                                    (each.space.empty() ? "" : " on " + each.space + " memory")),
                    line, here);
    }
    if (check.kind == check_kind::build && check.status == check_status::fail)
      count_mistake("the file does not compile", "", here);
  }
  return here;
}

/// The one with this id, which is made when it is not there.
template <class One>
One& entry_of(std::vector<One>& all, const check_result& check) {
  auto found =
      std::find_if(all.begin(), all.end(), [&check](const One& one) { return one.id == check.id; });
  if (found == all.end()) {
    found = all.insert(all.end(), One());
    found->id = check.id;
    found->title = check.title;
  }
  return *found;
}

} // namespace

void lab_statistics::add(const stored_grade& one) {
  lab = one.lab;
  title = one.result.title;
  points.push_back({one.owner, one.name, one.points, one.max_points});
  all_right += one.result.verdict == check_status::pass ? 1 : 0;
  count_checks(one.result);
  count_mistakes(one.result);
  add_speeds(one.result);
}

void lab_statistics::count_checks(const grade& result) {
  for (const check_result& each : result.checks) {
    check_counts& counts = entry_of(checks, each);
    if (counts.judged == 0) {
      counts.bonus = each.bonus;
      counts.max_points = each.max_points;
    }
    if (each.status == check_status::skipped)
      continue;
    ++counts.judged;
    counts.passed += each.status == check_status::pass ? 1 : 0;
    counts.waited += each.blocked_by.empty() ? 0 : 1;
  }
}

void lab_statistics::count_mistakes(const grade& result) {
  for (const auto& [words, one] : mistakes_in(result)) {
    count_mistake(words, one.line, mistakes);
    ++mistakes[words].hand_ins;
  }
}

void lab_statistics::add_speeds(const grade& result) {
  for (const check_result& each : result.checks) {
    const auto ratio = html::number_of(each.data, "ratio"),
               wanted = html::number_of(each.data, "threshold");
    if (each.kind != check_kind::speed || !ratio || !wanted || *ratio <= 0)
      continue;
    class_speed& one = entry_of(speeds, each);
    one.wanted = *wanted;
    one.ratios.push_back(*ratio);
  }
}

} // namespace cudalab::grader
