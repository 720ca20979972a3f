// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/report/html/race_steps.h"

#include <array>
#include <cctype>
#include <utility>

namespace cudalab::grader::html {

namespace {

using kind = race_step::kind;

bool writes(const party& one) {
  return one.action != "reads";
}

/// The barriers of the function around `inside`, as far as it is quoted.
std::map<int, std::string> barriers_around(int inside, const std::map<int, std::string>& source) {
  std::map<int, std::string> found;
  const auto look = [&](int line, const std::string& text) {
    if (const std::string barrier = barrier_in(text); !barrier.empty())
      found[line] = barrier;
  };
  for (int line = inside; source.count(line) != 0; --line) {
    const std::string& text = source.at(line);
    if (text.rfind('}', 0) == 0 || text.find("__global__") != std::string::npos)
      break;
    look(line, text);
  }
  for (int line = inside + 1; source.count(line) != 0; ++line) {
    const std::string& text = source.at(line);
    if (text.rfind('}', 0) == 0)
      break;
    look(line, text);
  }
  return found;
}

void add_last_before(int line, const std::map<int, std::string>& barriers, race_story& story) {
  const auto after = barriers.lower_bound(line);
  if (after != barriers.begin())
    story.steps.push_back({kind::barrier, std::prev(after)->first, 0, std::prev(after)->second});
}

void add_first_after(int line, const std::map<int, std::string>& barriers, race_story& story) {
  if (const auto after = barriers.upper_bound(line); after != barriers.end())
    story.steps.push_back({kind::barrier, after->first, 0, after->second});
}

} // namespace

std::string barrier_in(const std::string& line) {
  const std::string code = line.substr(0, line.find("//"));
  for (const std::string name :
       {"__syncthreads", "__syncwarp", ".sync", "barrier.arrive_and_wait"}) {
    const std::size_t at = code.find(name);
    if (at == std::string::npos)
      continue;
    std::size_t begin = at, end = at + name.size();
    while (begin > 0 && (std::isalnum(static_cast<unsigned char>(code[begin - 1])) != 0 ||
                         code[begin - 1] == '_'))
      --begin;
    while (end < code.size() &&
           (std::isalnum(static_cast<unsigned char>(code[end])) != 0 || code[end] == '_'))
      ++end;
    if (end < code.size() && code[end] == '(')
      return code.substr(begin, end - begin) + "()";
  }
  return {};
}

race_story tell_race(const finding& race, const std::map<int, std::string>& source) {
  race_story story;
  // Parties come as they were seen, the later one first. The story is about the program's order.
  const party &later = race.parties.at(0), &earlier = race.parties.at(1);
  const bool one_writes = writes(later) != writes(earlier);
  story.ordered = one_writes && (race.order == findings::race_order::write_first ||
                                 race.order == findings::race_order::read_first);
  const bool later_is_first =
      story.ordered ? writes(later) == (race.order == findings::race_order::write_first)
                    : later.line < earlier.line;
  story.sides = {later_is_first ? later : earlier, later_is_first ? earlier : later};
  const int first = story.sides[0].line, second = story.sides[1].line;
  if (!story.ordered) {
    story.steps.push_back({kind::both, 0, 0, ""});
    return story;
  }
  const auto barriers = barriers_around(std::min(first, second), source);
  story.in_a_round = first > second;
  add_last_before(first, barriers, story);
  story.steps.push_back({kind::access, first, 0, ""});
  story.steps.push_back({kind::no_barrier, 0, 0, ""});
  if (story.in_a_round)
    story.steps.push_back({kind::next_round, 0, 0, ""});
  else
    for (auto each = barriers.upper_bound(first); each != barriers.end() && each->first < second;
         ++each)
      story.steps.push_back({kind::other_barrier, each->first, 0, each->second});
  story.steps.push_back({kind::access, second, 1, ""});
  add_first_after(second, barriers, story);
  return story;
}

} // namespace cudalab::grader::html
