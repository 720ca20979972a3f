// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/checks/merge_findings.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

namespace cudalab::grader {

namespace {

using findings::remedy_id;

/// Errors first, then by rank.
auto order_of(const finding& one) {
  return std::pair(one.severity, one.kind);
}

/// Three or so are shown: what tells least of what stands before it comes last. One of each kind
/// first; then those at the most lines that nothing before them speaks of.
void least_told_first(std::vector<seen_finding>::iterator begin,
                      std::vector<seen_finding>::iterator end) {
  std::set<finding_kind> kinds;
  std::set<std::string> lines;
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

/// What threads read outside of an array, or store there, is another array's or nobody's: where
/// most cases show such an access, races and unwritten values may follow from it, and it comes
/// first. So does an unfinished copy that a line of that access begins: it came to another array.
void outside_before_what_follows(std::vector<seen_finding>& found) {
  if (found.empty())
    return;
  const seen_finding& first = found.front();
  const bool is_copy = first.what.kind == finding_kind::unfinished_copy;
  if (first.what.space != "global" || (!is_copy && first.what.kind != finding_kind::race &&
                                       first.what.kind != finding_kind::uninitialised_read))
    return;
  const auto begins_first = [&](const party& by) {
    return std::any_of(first.what.parties.begin(), first.what.parties.end(),
                       [&](const party& other) {
                         return by.line != 0 && by.line == other.line && by.file == other.file;
                       });
  };
  const auto is_outside = [](const seen_finding& each) {
    return is_error(each.what) && each.what.kind == finding_kind::out_of_bounds &&
           each.what.space == "global";
  };
  const auto outside = std::find_if(found.begin(), found.end(), [&](const seen_finding& each) {
    return is_outside(each) && (!is_copy || std::any_of(each.what.parties.begin(),
                                                        each.what.parties.end(), begins_first));
  });
  if (outside != found.end() && (is_copy || first.cases < outside->cases))
    std::rotate(found.begin(), outside, outside + 1);
}

/// A line that reads (or writes) outside of one array, and in other cases comes to another array
/// behind it: what is wrong with the other array follows.
bool is_stray(const finding& each, const finding& outside) {
  if (outside.kind != finding_kind::out_of_bounds || outside.space != "global" ||
      !is_error(outside) || !outside.missed || outside.missed->object.empty() ||
      outside.parties.empty() || each.space != "global" ||
      (each.kind != finding_kind::race && each.kind != finding_kind::uninitialised_read) ||
      each.object.find(outside.missed->object) != std::string::npos)
    return false;
  const party& strays = outside.parties.front();
  return std::any_of(each.parties.begin(), each.parties.end(), [&](const party& one) {
    return !one.on_host && one.line == strays.line && one.file == strays.file &&
           one.action == strays.action;
  });
}

/// Two races between streams that one and the same step mends, by its lines.
bool are_mended_by_one_step(const finding& one, const finding& other) {
  const auto is_of_lines = [](remedy_id id) {
    return id == remedy_id::make_blocking_stream || id == remedy_id::name_the_passed_stream ||
           id == remedy_id::record_before_wait || id == remedy_id::record_behind_work ||
           id == remedy_id::record_in_its_stream || id == remedy_id::wait_in_its_stream;
  };
  return one.kind == finding_kind::race && other.kind == finding_kind::race && !one.fix.empty() &&
         !other.fix.empty() && is_of_lines(one.fix.front().id) &&
         one.fix.front().id == other.fix.front().id &&
         one.fix.front().lines == other.fix.front().lines;
}

/// Two races on the one variable that all threads of a block have in place of one each.
bool are_of_one_variable(const finding& one, const finding& other) {
  return one.kind == finding_kind::race && other.kind == finding_kind::race && !one.fix.empty() &&
         one.fix.front().id == remedy_id::own_variable && one.fix == other.fix &&
         one.kernel == other.kernel;
}

/// Host code uses too early what a line in a wrong stream writes.
bool follows_from_stream(const finding& use, const finding& cause) {
  return use.kind == finding_kind::unfinished_read && !use.parties.empty() &&
         cause.kind == finding_kind::race && !cause.fix.empty() &&
         cause.fix.front().id == remedy_id::name_the_passed_stream &&
         cause.fix.front().lines == std::vector<int>{use.parties.back().line};
}

/// "d_out" of "d_out[0]"
std::string array_of(const finding& one) {
  return one.object.substr(0, one.object.find('['));
}

/// What is set by one stream and used by another, and nothing orders the two: where the use comes
/// first, it finds memory that nobody has set.
bool is_set_too_late(const finding& use, const finding& race) {
  return use.kind == finding_kind::uninitialised_read && race.kind == finding_kind::race &&
         race.order == findings::race_order::between_streams && is_error(race) &&
         !use.object.empty() && use.space == race.space && array_of(use) == array_of(race) &&
         std::any_of(race.parties.begin(), race.parties.end(), [&](const party& each) {
           return !use.parties.empty() && each.line == use.parties.front().line &&
                  each.file == use.parties.front().file;
         });
}

/// The same lines of a function that several kernels call, with the same advice.
bool are_of_one_function(const finding& one, const finding& other) {
  const auto is_alike = [](const party& a, const party& b) {
    return a.line != 0 && a.line == b.line && a.file == b.file && a.action == b.action;
  };
  return one.kind == other.kind && one.severity == other.severity && one.space == other.space &&
         one.source == other.source && one.kernel != other.kernel && !one.parties.empty() &&
         array_of(one) == array_of(other) && one.remedy == other.remedy &&
         std::equal(one.parties.begin(), one.parties.end(), other.parties.begin(),
                    other.parties.end(), is_alike);
}

/// One mistake is told once.
void drop_what_follows(std::vector<seen_finding>& found) {
  std::vector<seen_finding> kept;
  for (const seen_finding& each : found) {
    const bool follows = std::any_of(found.begin(), found.end(), [&](const seen_finding& other) {
      return is_stray(each.what, other.what) || follows_from_stream(each.what, other.what) ||
             is_set_too_late(each.what, other.what);
    });
    const bool again = std::any_of(kept.begin(), kept.end(), [&](const seen_finding& other) {
      return are_mended_by_one_step(each.what, other.what) ||
             are_of_one_variable(each.what, other.what) ||
             are_of_one_function(each.what, other.what);
    });
    if (!follows && !again)
      kept.push_back(each);
  }
  found = std::move(kept);
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
      continue;
    }
    seen_finding& before = seen_[known->second];
    if (first_in_case)
      ++before.cases;
    if (is_error(one) && !is_error(before.what)) { // which it is in some cases only
      before.what = one;
      before.what.seen_in = in_case;
    }
  }
}

std::vector<seen_finding> merged_findings::take() {
  std::stable_sort(seen_.begin(), seen_.end(), [](const seen_finding& a, const seen_finding& b) {
    return order_of(a.what) < order_of(b.what);
  });
  outside_before_what_follows(seen_);
  drop_what_follows(seen_);
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
