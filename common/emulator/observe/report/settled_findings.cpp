// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/report/settled_findings.h"

#include <algorithm>
#include <tuple>

#include <nlohmann/json.hpp>

#include "emulator/observe/findings/finding_log.h"
#include "emulator/observe/race/harmless_races.h"
#include "emulator/observe/race/lockstep.h"
#include "emulator/observe/race/race_words.h"
#include "emulator/observe/report/finding_words.h"
#include "emulator/observe/symbols/source_statements.h"
#include "findings/json.h"

namespace cudalab::emulator {

namespace {

/// More places than these help nobody.
constexpr std::size_t most_findings = 20;

auto report_order(const finding& found) {
  // Launches and literals come as they stand in the program, whatever is wrong with each.
  const bool as_they_stand =
      found.kind == finding_kind::invalid_launch || found.kind == finding_kind::double_arithmetic;
  const finding_case why = as_they_stand ? finding_case::plain : found.why;
  const auto line = [&](std::size_t i) {
    return i < found.parties.size() ? found.parties[i].place.line : 0;
  };
  return std::tuple(severity_of(found.kind), found.kind, line(0) == 0, why, found.launch,
                    found.kernel, line(0), line(1), found.variable);
}

} // namespace

namespace {

bool in_one_line(const finding& race) {
  return race.parties.front().place == race.parties.back().place;
}

bool same_lines(const finding& a, const finding& b) {
  const auto lines = [](const finding& one) {
    return std::minmax(one.parties.front().place.line, one.parties.back().place.line);
  };
  return a.parties.front().place.file == b.parties.front().place.file && lines(a) == lines(b);
}

/// A read before anybody wrote: the value came too early (a race), or the read is of a pointer in
/// shared memory through which the thread then goes astray.
bool is_echo_of_read(const finding& read, const finding& cause) {
  if (cause.kernel != read.kernel)
    return false;
  if (cause.kind == finding_kind::out_of_bounds)
    return cause.why == finding_case::pointer_never_set && read.space == "shared" &&
           cause.parties.front().place == read.parties.front().place;
  const bool came_too_early =
      cause.kind == finding_kind::race || cause.kind == finding_kind::unfinished_copy;
  if (!came_too_early || cause.space != read.space || cause.variable != read.variable)
    return false;
  return std::any_of(cause.parties.begin(), cause.parties.end(), [&](const finding_party& party) {
    return std::string(party.action) == "reads" && party.place == read.parties.front().place;
  });
}

/// Where several threads do `a[i] = a[i] + b` with the same i, they race as reader and writer, and
/// as two writers: one mistake.
bool is_echo_of_write(const finding& race, const finding& cause) {
  return of_two_writers(race) && in_one_line(race) && cause.kind == finding_kind::race &&
         !of_two_writers(cause) && in_one_line(cause) && cause.kernel == race.kernel &&
         cause.variable == race.variable &&
         cause.parties.front().place == race.parties.front().place;
}

/// Where threads wait at different barriers, they race with those that are a barrier ahead: also
/// where the barriers that there are would keep all of them apart.
bool is_echo_of_barrier(const finding& race, const finding& cause) {
  if (cause.kind != finding_kind::barrier_divergence || cause.of_grid ||
      cause.kernel != race.kernel || race.kind != finding_kind::race ||
      (race.why != finding_case::raw_hazard && race.why != finding_case::war_hazard &&
       race.why != finding_case::waw_hazard))
    return false;
  const source_place &later = race.parties.front().place, &earlier = race.parties.back().place;
  const auto [first, second] = std::minmax(later.line, earlier.line);
  return first != second && later.file == earlier.file &&
         statements_of(later.file).separated(first, second);
}

/// Who does not wait for a copy is in a race, too, with the threads that copied the other parts.
bool is_echo_of_copy(const finding& race, const finding& cause) {
  return cause.kind == finding_kind::unfinished_copy && cause.kernel == race.kernel &&
         cause.variable == race.variable && same_lines(race, cause);
}

/// Of one pair of lines: what is known of the wait says more than that nobody has waited.
bool is_echo_of_wait(const finding& use, const finding& cause) {
  return cause.kind == finding_kind::unfinished_copy && cause.kernel == use.kernel &&
         cause.variable == use.variable &&
         (use.why == finding_case::plain || use.why == finding_case::before_any_wait) &&
         cause.why >= finding_case::in_no_batch && cause.why <= finding_case::copied_too_early &&
         same_lines(use, cause);
}

/// What a block does outside that is in a wrong place from its first access on.
bool is_echo_of_block(const finding& outside, const finding& cause) {
  return cause.kind == finding_kind::out_of_bounds && cause.opens_block && !outside.opens_block &&
         cause.kernel == outside.kernel && cause.launch == outside.launch &&
         cause.block == outside.block;
}

} // namespace

std::vector<finding> without_echoes(std::vector<finding> all) {
  const auto is_echo = [&](const finding& each) {
    return std::any_of(all.begin(), all.end(), [&](const finding& cause) {
      return each.kind == finding_kind::uninitialised_read ? is_echo_of_read(each, cause)
             : each.kind == finding_kind::unfinished_copy  ? is_echo_of_wait(each, cause)
             : each.kind == finding_kind::out_of_bounds    ? is_echo_of_block(each, cause)
             : each.kind == finding_kind::race || each.kind == finding_kind::equal_writes
                 ? is_echo_of_write(each, cause) || is_echo_of_copy(each, cause) ||
                       is_echo_of_barrier(each, cause)
                 : false;
    });
  };
  std::vector<finding> kept;
  std::copy_if(all.begin(), all.end(), std::back_inserter(kept),
               [&](const finding& each) { return !is_echo(each); });
  return kept;
}

namespace {

/// A barrier mends the race within a block and leaves the one of the same lines between blocks: the
/// first would mislead.
std::vector<finding> without_inner_races(std::vector<finding> all) {
  const auto is_inner = [&](const finding& one) {
    return one.kind == finding_kind::race &&
           (one.why == finding_case::war_hazard || one.why == finding_case::raw_hazard) &&
           std::any_of(all.begin(), all.end(), [&](const finding& other) {
             return other.kind == finding_kind::race && other.why == finding_case::between_blocks &&
                    other.kernel == one.kernel && other.variable == one.variable &&
                    same_lines(one, other);
           });
  };
  std::vector<finding> kept;
  std::copy_if(all.begin(), all.end(), std::back_inserter(kept),
               [&](const finding& each) { return !is_inner(each); });
  return kept;
}

} // namespace

std::vector<finding> settled(std::vector<finding> seen, told_to whom) {
  finding_log merged; // what was two by mistake becomes one
  for (finding& each : seen) {
    settle_order(each);
    merged.add(std::move(each));
  }
  std::vector<finding> known = merged.take();
  if (whom == told_to::program)
    excuse_harmless_races(known);
  std::vector<finding> all = without_inner_races(fold_lockstep(without_echoes(std::move(known))));
  std::stable_sort(all.begin(), all.end(), [](const finding& a, const finding& b) {
    return report_order(a) < report_order(b);
  });
  return all;
}

std::string json_of(const std::vector<finding>& all) {
  nlohmann::json list = nlohmann::json::array();
  for (std::size_t i = 0; i < all.size() && i < most_findings; ++i)
    list.push_back(nlohmann::json(findings::to_json(told(all[i], all))));
  return list.dump();
}

} // namespace cudalab::emulator
