// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/race/race_words.h"

#include <algorithm>

#include <fmt/format.h>

#include "emulator/observe/race/grid_race_words.h"
#include "emulator/observe/race/lockstep.h"
#include "emulator/observe/race/stream_races.h"
#include "emulator/observe/symbols/source_statements.h"

namespace cudalab::emulator {

namespace {

int line_of(const finding& race, const std::string& action) {
  const bool writes = action == "writes"; // so does an atomic update
  for (const finding_party& party : race.parties)
    if (party.action == action || (writes && party.action == std::string("updates")))
      return party.place.line;
  return 0;
}

/// The lines between which a barrier mends every race of this kind in the kernel: after the last
/// access that must come first, before the first that must come second.
struct gap {
  int after = 0, before = 0;
};

gap gap_for(const finding& race, const std::vector<finding>& all, const std::string& first,
            const std::string& second) {
  gap lines{line_of(race, first), line_of(race, second)};
  const auto alike = [&](const finding& other) {
    return other.kind == race.kind && other.why == race.why && other.kernel == race.kernel &&
           other.space == race.space;
  };
  for (const finding& other : all)
    if (alike(other) && line_of(other, second) == lines.before &&
        line_of(other, first) < lines.before)
      lines.after = std::max(lines.after, line_of(other, first));
  for (const finding& other : all)
    if (alike(other) && line_of(other, second) > lines.after)
      lines.before = std::min(lines.before, line_of(other, second));
  return lines;
}

/// The last line that reads what the race's writer overwrites.
int last_reader(const finding& race, const std::vector<finding>& all) {
  int line = line_of(race, "reads");
  for (const finding& other : all)
    if (other.kind == race.kind && other.why == race.why && other.kernel == race.kernel &&
        other.space == race.space && line_of(other, "writes") <= line)
      line = std::max(line, line_of(other, "reads"));
  return line;
}

const std::string& file_of(const finding& race) {
  return race.parties.front().place.file;
}

/// What is around a barrier can keep threads from it. 0: nothing is.
std::string warning_of_branch(int line) {
  return line == 0 ? ""
                   : fmt::format(". Every thread of the block must reach it: look at the branch in "
                                 "line {} too, which is around that place",
                                 line);
}

/// A barrier between two accesses of one round. `lines`: where it would order others too.
std::string barrier_between(const finding& race, const gap& lines) {
  const source_statements code = statements_of(file_of(race));
  const auto [one, other] =
      std::minmax(race.parties.front().place.line, race.parties.back().place.line);
  if (!code.known())
    return fmt::format("put a barrier between lines {} and {}", lines.after, lines.before);
  auto found = code.gap(lines.after, lines.before);
  if (!found)
    found = code.gap(one, other);
  if (!found)
    return fmt::format("put a barrier on the way from line {} to line {}, at a place that every "
                       "thread of the block reaches",
                       one, other);
  return fmt::format("put a barrier between lines {} and {}", found->after, found->before) +
         warning_of_branch(found->branch);
}

/// A barrier between the accesses of one round of a loop and those of the next. `after`: the last
/// line that must come before it. `else_where`: where it belongs when no loop is around both.
std::string barrier_at_end(const finding& race, const std::string& which, int after,
                           const std::string& else_where) {
  const source_statements code = statements_of(file_of(race));
  const int one = race.parties.front().place.line, other = race.parties.back().place.line;
  if (!code.known())
    return fmt::format("put {} after line {}, before the loop goes round", which, after);
  const auto loop = code.end_of_round(one, other);
  if (!loop)
    return fmt::format("put {} {}", which, else_where);
  return fmt::format("put {} at the end of the body of the loop in line {}{}", which, loop->loop,
                     loop->last > loop->loop ? fmt::format(", after line {}", loop->last) : "") +
         warning_of_branch(loop->branch);
}

std::string load_remedy(const finding& race, const std::vector<finding>& all) {
  const int writer = line_of(race, "writes"), reader = line_of(race, "reads");
  if (writer < reader)
    return fmt::format("a thread may read {} before its neighbour has loaded it: {}", race.variable,
                       barrier_between(race, gap_for(race, all, "writes", "reads")));
  return fmt::format(
      "a thread that is already in the next round may read {} before its neighbour "
      "has written it: {}",
      race.variable,
      barrier_at_end(race, "a barrier", writer,
                     "after the write, before the next round or the next call reads it"));
}

std::string overwrite_remedy(const finding& race, const std::vector<finding>& all) {
  const int writer = line_of(race, "writes"), reader = line_of(race, "reads");
  if (writer == reader && race.space == "global")
    return fmt::format("several threads read and write the same element of {} in line {}. If each "
                       "thread is to have elements of its own: look at how the index is made, and "
                       "at the step of the loop. If a thread needs its neighbours' values: read "
                       "them into local variables, put a barrier, and write only then",
                       race.variable, writer);
  if (writer == reader)
    return fmt::format("line {} reads and writes {} while other threads do the same: read into a "
                       "local variable, put a barrier, and write only then",
                       writer, race.variable);
  if (writer > reader)
    return fmt::format("a thread overwrites {} while its neighbour still reads it: {}",
                       race.variable, barrier_between(race, gap_for(race, all, "reads", "writes")));
  return fmt::format(
      "a thread that is already in the next round overwrites {} while its neighbour "
      "still reads it: {}",
      race.variable,
      barrier_at_end(race, "a second barrier", last_reader(race, all),
                     "after the read, before the next round or the next call overwrites it"));
}

std::string writers_remedy(const finding& race) {
  const int later = race.parties.front().place.line, earlier = race.parties.back().place.line;
  if (later == earlier)
    return "several threads write the same element. If each is to have its own: look at how the "
           "index is made, and at the step of the loop. If the element is for all of them: let "
           "one thread write, or add with an atomic operation";
  const gap lines{std::min(later, earlier), std::max(later, earlier)};
  const bool past_barrier =
      statements_of(file_of(race)).in_one_round(lines.after, lines.before) == false;
  return fmt::format(
      "two threads write the same element: if that is meant, {}; if the lines fill "
      "two arrays, these overlap: look where the second begins",
      past_barrier ? barrier_at_end(
                         race, "a barrier", lines.before,
                         "after the second, before the next round or the next call does the first")
                   : barrier_between(race, lines));
}

} // namespace

void settle_order(finding& race) {
  const bool ordered =
      race.kind == finding_kind::race &&
      (race.why == finding_case::read_before_load || race.why == finding_case::overwrite_in_use);
  const int writer = ordered ? line_of(race, "writes") : 0;
  const int reader = ordered ? line_of(race, "reads") : 0;
  if (writer == 0 || reader == 0 || writer == reader ||
      race.parties.front().place.file != race.parties.back().place.file)
    return;
  const auto [first, second] = std::minmax(writer, reader);
  if (const auto in_one = statements_of(file_of(race)).in_one_round(first, second))
    race.why = *in_one == (writer < reader) ? finding_case::read_before_load
                                            : finding_case::overwrite_in_use;
}

finding_words race_words(const finding& race, const std::vector<finding>& all) {
  const std::string launch = race.in_several_launches ? "these launches" : "this launch";
  if (is_between_blocks(race.why))
    return grid_race_words(race, launch);
  if (race.why == finding_case::between_streams)
    return stream_race_words(race);
  if (trusts_lockstep(race))
    return lockstep_words(race, launch);
  finding_words words{fmt::format("no __syncthreads() separates the two; {} in {}",
                                  counted(race.count, "such pair"), launch),
                      ""};
  if (race.parties.front().place.line == 0 || race.parties.back().place.line == 0 ||
      race.parties.front().place.file != race.parties.back().place.file)
    words.remedy = fmt::format("put a barrier between the two accesses to {}", race.variable);
  else if (race.why == finding_case::read_before_load)
    words.remedy = load_remedy(race, all);
  else if (race.why == finding_case::overwrite_in_use)
    words.remedy = overwrite_remedy(race, all);
  else
    words.remedy = writers_remedy(race);
  return words;
}

} // namespace cudalab::emulator
