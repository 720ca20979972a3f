// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/checks/merge_findings.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <set>
#include <string_view>
#include <utility>

namespace cudalab::grader {

namespace {

/// Kind, memory, kernel and lines: what stays the same from one size to the next.
std::string key_of(const finding& one) {
  std::string key = one.source + '\n' + one.kind + '\n' + one.space + '\n' + one.kernel;
  for (const party& each : one.parties)
    key += '\n' + each.action + ' ' + each.file + ':' + std::to_string(each.line);
  if (one.parties.empty())
    key += '\n' + one.text;
  return key;
}

/// A cause before its consequences: a race makes values wrong, and so indices.
std::size_t rank_of(const finding& one) {
  static constexpr std::array<std::string_view, 15> order = {
      "launch_error",   "invalid_launch", "barrier_divergence", "warp_divergence", "race",
      "out_of_bounds",  "misaligned",     "constant_write",     "host_pointer",    "host_access",
      "use_after_free", "double_free",    "uninitialised_read", "crash",           "leak"};
  const auto found = std::find(order.begin(), order.end(), one.kind);
  const std::size_t severity = one.severity == "error" ? 0 : one.severity == "warning" ? 1 : 2;
  return severity * (order.size() + 1) +
         static_cast<std::size_t>(std::distance(order.begin(), found));
}

/// Three or so are shown: what tells least of what stands before it comes last. One of each kind
/// first; then those at the most lines that nothing before them speaks of.
void least_told_first(std::vector<seen_finding>::iterator begin,
                      std::vector<seen_finding>::iterator end) {
  std::set<std::string> kinds, lines;
  const auto line_of = [](const party& each) {
    return each.file + ':' + std::to_string(each.line);
  };
  const auto told_before = [&](const seen_finding& one) {
    const auto known =
        std::count_if(one.what.parties.begin(), one.what.parties.end(),
                      [&](const party& each) { return lines.count(line_of(each)) != 0; });
    return std::pair(kinds.count(one.what.kind), known);
  };
  for (; begin != end; ++begin) {
    const auto next = std::min_element(
        begin, end, [&](const auto& a, const auto& b) { return told_before(a) < told_before(b); });
    std::rotate(begin, next, next + 1);
    kinds.insert(begin->what.kind);
    for (const party& each : begin->what.parties)
      lines.insert(line_of(each));
  }
}

} // namespace

void merged_findings::add(const std::vector<finding>& findings, const std::string& in_case) {
  std::set<std::string> counted; // once a case, however often it comes
  for (const finding& one : findings) {
    const std::string key = key_of(one);
    const auto [known, is_new] = places_.try_emplace(key, seen_.size());
    const bool first_in_case = counted.insert(key).second;
    if (is_new) {
      seen_.push_back({one, 1});
      seen_.back().what.seen_in = in_case;
    } else if (first_in_case) {
      ++seen_[known->second].cases;
    }
  }
}

std::vector<seen_finding> merged_findings::take() {
  std::stable_sort(seen_.begin(), seen_.end(), [](const seen_finding& a, const seen_finding& b) {
    return rank_of(a.what) < rank_of(b.what);
  });
  const auto same_severity = [](const seen_finding& a, const seen_finding& b) {
    return a.what.severity == b.what.severity;
  };
  for (auto begin = seen_.begin(); begin != seen_.end();) {
    const auto end = std::find_if_not(
        begin, seen_.end(), [&](const seen_finding& each) { return same_severity(*begin, each); });
    least_told_first(begin, end);
    begin = end;
  }
  places_.clear();
  return std::move(seen_);
}

} // namespace cudalab::grader
