// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/symbols/source_statements.h"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <sstream>

#include "emulator/runtime/memory/program_symbols.h"

namespace cudalab::emulator {

namespace {

statement::sort sort_of(const std::string& word) {
  return word == "block"    ? statement::sort::block
         : word == "loop"   ? statement::sort::loop
         : word == "branch" ? statement::sort::branch
                            : statement::sort::plain;
}

bool holds(const statement& one, int line) {
  return one.first <= line && line <= one.last;
}

/// Barriers among statements that run in any case, one after the other.
struct barriers {
  bool sure = false;    ///< there is one
  bool perhaps = false; ///< there may be one
  bool likely = false;  ///< there is one, if what is called sync is one

  void add(const statement& one, bool always = true) {
    sure = sure || (one.barrier && always);
    perhaps = perhaps || one.perhaps;
    likely = likely || (one.perhaps && always);
    for (const statement& each : one.inside)
      add(each, always && one.what == statement::sort::block);
  }
};

/// Those before or after the statement that a path goes on with, at each of its levels.
void add_beside(const std::vector<const statement*>& path, std::size_t from, bool after,
                barriers& seen) {
  for (std::size_t i = from; i + 1 < path.size(); ++i) {
    if (path[i]->what != statement::sort::block)
      continue;
    for (const statement& each : path[i]->inside)
      if (after ? &each > path[i + 1] : &each < path[i + 1])
        seen.add(each);
  }
}

/// The debug information has the whole path, where the compiler was perhaps given a relative one.
bool is_same_file(const std::string& whole, const std::string& given) {
  const std::string one = std::filesystem::path(whole).lexically_normal();
  const std::string other = std::filesystem::path(given).lexically_normal();
  return one == other || (!other.empty() && one.ends_with('/' + other));
}

} // namespace

source_statements::source_statements(const std::string& lines, const std::string& file) {
  file_.what = statement::sort::block;
  std::vector<statement*> around; // by depth
  std::istringstream text(lines);
  for (std::string line; std::getline(text, line);) {
    if (line.starts_with("file\t")) {
      around.assign(is_same_file(file, line.substr(5)) ? 1 : 0, &file_);
      continue;
    }
    std::istringstream words(line);
    std::size_t depth = 0;
    std::string sort, flags;
    statement one;
    if (!(words >> depth >> sort >> one.first >> one.last >> flags) || depth >= around.size())
      continue;
    one.what = sort_of(sort);
    one.is_body = flags == "body";
    one.barrier = flags == "barrier";
    one.perhaps = one.barrier || flags == "perhaps";
    one.warp = flags == "warp";
    one.fence = flags == "fence";
    one.breaks = flags == "break";
    one.continues = flags == "continue";
    one.is_switch = flags == "switch";
    auto& beside = around[depth]->inside;
    beside.push_back(std::move(one));
    around.resize(depth + 1);
    around.push_back(&beside.back());
  }
}

source_statements statements_of(const std::string& file) {
  static const auto& lines = *new const std::string(program_section(".cudalab.statements"));
  return {lines, file};
}

source_statements::path source_statements::path_to(int line) const {
  path found{&file_};
  for (;;) {
    const auto& inside = found.back()->inside;
    const auto next = std::find_if(inside.begin(), inside.end(),
                                   [&](const statement& each) { return holds(each, line); });
    if (next == inside.end())
      return found;
    found.push_back(&*next);
  }
}

std::size_t source_statements::shared_part(const path& one, const path& other) {
  const auto ends = std::mismatch(one.begin(), one.end(), other.begin(), other.end());
  const bool in_function =
      std::any_of(one.begin(), ends.first, [](const statement* each) { return each->is_body; });
  return in_function ? static_cast<std::size_t>(ends.first - one.begin()) : 0;
}

std::optional<barrier_gap> source_statements::gap(int first, int second) const {
  const path one = path_to(first), other = path_to(second);
  const std::size_t shared = shared_part(one, other);
  if (shared == 0 || shared == one.size() || shared == other.size() ||
      one[shared - 1]->what != statement::sort::block)
    return {};
  const barrier_gap found{one[shared]->last, other[shared]->first, branch_in(one, shared)};
  return found.after < found.before ? std::optional(found) : std::nullopt;
}

namespace {

std::optional<lesser_barrier> as_lesser(const statement& one) {
  return one.warp || one.fence ? std::optional(lesser_barrier{one.first, one.fence}) : std::nullopt;
}

} // namespace

std::optional<lesser_barrier> source_statements::lesser_in_gap(int first, int second) const {
  const auto between = gap(first, second);
  if (!between)
    return {};
  const path one = path_to(first);
  const std::size_t shared = shared_part(one, path_to(second));
  for (const statement& each : one[shared - 1]->inside)
    if (each.first > between->after && each.last < between->before)
      if (const auto found = as_lesser(each))
        return found;
  return {};
}

std::optional<lesser_barrier> source_statements::lesser_at_end_of_round(int one, int other) const {
  const path found = path_to(one);
  for (std::size_t i = shared_part(found, path_to(other)); i-- > 0 && !found[i]->is_body;)
    if (found[i]->what == statement::sort::loop && !found[i]->inside.empty()) {
      const statement& body = found[i]->inside.front();
      return body.inside.empty() ? std::nullopt : as_lesser(body.inside.back());
    }
  return {};
}

std::optional<loop_end> source_statements::end_of_round(int one, int other) const {
  const path found = path_to(one);
  for (std::size_t i = shared_part(found, path_to(other)); i-- > 0 && !found[i]->is_body;) {
    if (found[i]->what != statement::sort::loop || found[i]->inside.empty())
      continue;
    const statement& body = found[i]->inside.front();
    loop_end end{found[i]->first, body.inside.empty() ? body.last : body.inside.back().last,
                 branch_in(found, i)};
    for (std::size_t k = i; end.outer == 0 && k-- > 0 && !found[k]->is_body;)
      if (found[k]->what == statement::sort::loop)
        end.outer = found[k]->first;
    return end;
  }
  return {};
}

namespace {

/// Adds the statements by which a round of the loop around `one` is left.
void add_ways_out(const statement& one, bool in_switch, std::vector<const statement*>& found) {
  if (one.continues || (one.breaks && !in_switch))
    found.push_back(&one);
  for (const statement& each : one.inside)
    if (each.what != statement::sort::loop && !each.is_body)
      add_ways_out(each, in_switch || one.is_switch, found);
}

/// Adds the barriers in `one`, with the innermost branch around each.
void add_barriers(const statement& one, int branch, std::vector<skipped_barrier>& found) {
  if (one.what == statement::sort::plain && one.perhaps)
    found.push_back({one.first, branch});
  for (const statement& each : one.inside)
    if (!each.is_body)
      add_barriers(each, one.what == statement::sort::branch ? one.first : branch, found);
}

} // namespace

std::optional<way_out> source_statements::way_out_before(int line) const {
  const path found = path_to(line);
  for (std::size_t i = found.size(); i-- > 0 && !found[i]->is_body;) {
    if (found[i]->what != statement::sort::loop)
      continue;
    std::vector<const statement*> ways;
    for (const statement& each : found[i]->inside)
      add_ways_out(each, false, ways);
    std::erase_if(ways, [&](const statement* each) { return each->first >= line; });
    if (ways.size() != 1)
      return {};
    return way_out{ways.front()->first, ways.front()->breaks, found[i]->last};
  }
  return {};
}

std::optional<skipped_barrier> source_statements::barrier_in_branch(int from, int to) const {
  const path found = path_to(from);
  for (std::size_t i = shared_part(found, path_to(to)); i-- > 0 && !found[i]->is_body;) {
    if (found[i]->what != statement::sort::loop)
      continue;
    std::vector<skipped_barrier> all;
    for (const statement& each : found[i]->inside)
      add_barriers(each, 0, all);
    std::erase_if(all, [&](const skipped_barrier& each) {
      return from < to ? each.line <= from || each.line >= to
                       : each.line <= from && each.line >= to;
    });
    if (all.size() != 1 || all.front().branch == 0)
      return {};
    return all.front();
  }
  return {};
}

std::optional<skipped_barrier>
source_statements::only_skipped(const std::vector<skipped_barrier>& all, const path& one,
                                const path& other) const {
  if (all.size() != 1 || all.front().branch == 0 || !path_to(all.front().line).back()->barrier)
    return {};
  const auto holds_branch = [&](const path& found) {
    return std::any_of(found.begin(), found.end(), [&](const statement* each) {
      return each->what == statement::sort::branch && each->first == all.front().branch;
    });
  };
  return holds_branch(one) || holds_branch(other) ? std::nullopt : std::optional(all.front());
}

std::optional<skipped_barrier> source_statements::skipped_between(int first, int second) const {
  const path one = path_to(first), other = path_to(second);
  const std::size_t shared = shared_part(one, other);
  if (shared == 0 || one[shared - 1]->what != statement::sort::block)
    return {};
  std::vector<skipped_barrier> all;
  for (const statement& each : one[shared - 1]->inside)
    add_barriers(each, 0, all);
  std::erase_if(
      all, [&](const skipped_barrier& each) { return each.line <= first || each.line >= second; });
  return only_skipped(all, one, other);
}

std::optional<skipped_barrier> source_statements::skipped_around(int line) const {
  const path found = path_to(line);
  for (std::size_t i = found.size(); i-- > 0 && !found[i]->is_body;) {
    if (found[i]->what != statement::sort::loop)
      continue;
    std::vector<skipped_barrier> all;
    for (const statement& each : found[i]->inside)
      add_barriers(each, 0, all);
    std::erase_if(all, [](const skipped_barrier& each) { return each.branch == 0; });
    if (!all.empty())
      return only_skipped(all, found, found);
  }
  return {};
}

bool source_statements::apart_in_lambdas(int one, int other) const {
  const path here = path_to(one), there = path_to(other);
  const auto shared = static_cast<std::ptrdiff_t>(shared_part(here, there));
  const auto in_lambda = [&](const path& found) {
    return std::any_of(found.begin() + shared, found.end(),
                       [](const statement* each) { return each->is_body; });
  };
  return shared != 0 && (in_lambda(here) || in_lambda(there));
}

std::optional<skipped_barrier> source_statements::skipped_in_function(int one, int other) const {
  const path here = path_to(one), there = path_to(other);
  if (shared_part(here, there) == 0)
    return {};
  const auto function =
      std::find_if(here.begin(), here.end(), [](const statement* each) { return each->is_body; });
  std::vector<skipped_barrier> all;
  for (const statement& each : (*function)->inside)
    add_barriers(each, 0, all);
  return only_skipped(all, here, there);
}

int source_statements::branch_in(const path& found, std::size_t size) {
  for (std::size_t i = size; i-- > 0 && !found[i]->is_body;)
    if (found[i]->what == statement::sort::branch)
      return found[i]->first;
  return 0;
}

/// The barriers of both ways between two lines.
struct source_statements::ways_between {
  barriers there;               ///< from the first to the second
  std::optional<barriers> back; ///< and on to the first in the next round, of a loop around both
};

std::optional<source_statements::ways_between> source_statements::ways_of(int first,
                                                                          int second) const {
  const path one = path_to(first), other = path_to(second);
  const std::size_t shared = shared_part(one, other);
  if (shared == 0 || shared == one.size() || shared == other.size() ||
      one[shared - 1]->what != statement::sort::block || apart_in_lambdas(first, second))
    return {};
  ways_between ways;
  add_beside(one, shared, true, ways.there);
  add_beside(other, shared, false, ways.there);
  for (const statement& each : one[shared - 1]->inside)
    if (&each > one[shared] && &each < other[shared])
      ways.there.add(each);
  std::size_t loop = shared;
  while (loop > 0 && one[loop - 1]->what != statement::sort::loop && !one[loop - 1]->is_body)
    --loop;
  if (loop != 0 && one[loop - 1]->what == statement::sort::loop) {
    ways.back.emplace();
    add_beside(one, loop, false, *ways.back);
    add_beside(other, loop, true, *ways.back);
  }
  return ways;
}

std::optional<bool> source_statements::in_one_round(int first, int second) const {
  const auto ways = ways_of(first, second);
  if (!ways)
    return {};
  if (!ways->back) // a barrier that all come to: the function is called again
    return ways->there.sure      ? std::optional(false)
           : ways->there.perhaps ? std::nullopt
                                 : std::optional(true);
  if (ways->there.sure && !ways->back->perhaps)
    return false;
  if (ways->back->sure && !ways->there.perhaps)
    return true;
  return {};
}

bool source_statements::in_branch(int line) const {
  const path found = path_to(line);
  return branch_in(found, found.size()) != 0;
}

std::optional<line_inside> source_statements::inside_alone(int one, int other) const {
  const path here = path_to(one), there = path_to(other);
  const std::size_t shared = shared_part(here, there);
  if (shared == 0)
    return {};
  const auto inside = [&](const path& found, int line) -> std::optional<line_inside> {
    std::optional<line_inside> result;
    for (std::size_t i = shared; i < found.size(); ++i) {
      if (found[i]->is_body) // a lambda
        return {};
      if (found[i]->what == statement::sort::branch)
        result = {line, 0};
      else if (found[i]->what == statement::sort::loop && !result)
        result = {line, found[i]->first};
    }
    return result;
  };
  const auto first = inside(here, one), second = inside(there, other);
  return first && second ? std::nullopt : first ? first : second;
}

bool source_statements::separated(int first, int second) const {
  const auto ways = ways_of(first, second);
  return ways && ways->there.likely && (!ways->back || ways->back->likely);
}

} // namespace cudalab::emulator
