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

  void add(const statement& one, bool always = true) {
    sure = sure || (one.barrier && always);
    perhaps = perhaps || one.perhaps;
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

std::optional<loop_end> source_statements::end_of_round(int one, int other) const {
  const path found = path_to(one);
  for (std::size_t i = shared_part(found, path_to(other)); i-- > 0 && !found[i]->is_body;) {
    if (found[i]->what != statement::sort::loop || found[i]->inside.empty())
      continue;
    const statement& body = found[i]->inside.front();
    return loop_end{found[i]->first, body.inside.empty() ? body.last : body.inside.back().last,
                    branch_in(found, i)};
  }
  return {};
}

int source_statements::branch_in(const path& found, std::size_t size) {
  for (std::size_t i = size; i-- > 0 && !found[i]->is_body;)
    if (found[i]->what == statement::sort::branch)
      return found[i]->first;
  return 0;
}

std::optional<bool> source_statements::in_one_round(int first, int second) const {
  const path one = path_to(first), other = path_to(second);
  const std::size_t shared = shared_part(one, other);
  if (shared == 0 || shared == one.size() || shared == other.size() ||
      one[shared - 1]->what != statement::sort::block)
    return {};
  barriers between;
  add_beside(one, shared, true, between);
  add_beside(other, shared, false, between);
  for (const statement& each : one[shared - 1]->inside)
    if (&each > one[shared] && &each < other[shared])
      between.add(each);
  std::size_t loop = shared;
  while (loop > 0 && one[loop - 1]->what != statement::sort::loop && !one[loop - 1]->is_body)
    --loop;
  if (loop == 0 || one[loop - 1]->what != statement::sort::loop)
    return between.perhaps ? std::nullopt : std::optional(true);
  barriers around;
  add_beside(one, loop, false, around);
  add_beside(other, loop, true, around);
  if (between.sure && !around.perhaps)
    return false;
  if (around.sure && !between.perhaps)
    return true;
  return {};
}

} // namespace cudalab::emulator
