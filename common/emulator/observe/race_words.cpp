// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/race_words.h"

#include <algorithm>

#include <fmt/format.h>

namespace cudalab::emulator {

namespace {

int line_of(const finding& race, const std::string& action) {
  for (const finding_party& party : race.parties)
    if (party.action == action)
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

std::string load_remedy(const finding& race, const std::vector<finding>& all) {
  const int writer = line_of(race, "writes"), reader = line_of(race, "reads");
  if (writer < reader) {
    const gap lines = gap_for(race, all, "writes", "reads");
    return fmt::format("a thread may read {} before its neighbour has loaded it: put a barrier "
                       "between lines {} and {}",
                       race.variable, lines.after, lines.before);
  }
  return fmt::format("a thread that is already in the next round may read {} before its neighbour "
                     "has written it: put a barrier after line {}, before the loop goes round",
                     race.variable, writer);
}

std::string overwrite_remedy(const finding& race, const std::vector<finding>& all) {
  const int writer = line_of(race, "writes"), reader = line_of(race, "reads");
  if (writer == reader)
    return fmt::format("line {} reads and writes {} while other threads do the same: read into a "
                       "local variable, put a barrier, and write only then",
                       writer, race.variable);
  if (writer > reader) {
    const gap lines = gap_for(race, all, "reads", "writes");
    return fmt::format("a thread overwrites {} while its neighbour still reads it: put a barrier "
                       "between lines {} and {}",
                       race.variable, lines.after, lines.before);
  }
  return fmt::format("a thread that is already in the next round overwrites {} while its neighbour "
                     "still reads it: put a second barrier after line {}, before the loop goes "
                     "round",
                     race.variable, last_reader(race, all));
}

/// Between blocks, in a kernel where one may tell another by an atomic operation.
finding_words flag_words(const finding& race, const std::string& launch) {
  const int reader = race.parties.front().place.line, writer = race.parties.back().place.line;
  return {fmt::format("the two are in different blocks, and no fence and flag orders them; {} in "
                      "{}",
                      counted(race.count, "such element"), launch),
          fmt::format("if an atomic counter or a flag tells one block that the other is done: put "
                      "__threadfence() after line {} and before that flag is set, and "
                      "__threadfence() or a barrier after it is read and before line {}; else let "
                      "the second step be a launch of its own",
                      writer, reader)};
}

std::string writers_remedy(const finding& race) {
  const int later = race.parties.front().place.line, earlier = race.parties.back().place.line;
  if (later == earlier)
    return "several threads write the same element: give each thread its own, let one thread "
           "write, or use an atomic operation";
  return fmt::format("two threads write the same element: if both writes are meant, put a barrier "
                     "between lines {} and {}",
                     std::min(later, earlier), std::max(later, earlier));
}

} // namespace

finding_words race_words(const finding& race, const std::vector<finding>& all) {
  const std::string launch = race.in_several_launches ? "these launches" : "this launch";
  if (race.why == finding_case::between_blocks_with_flags)
    return flag_words(race, launch);
  if (race.why == finding_case::between_blocks ||
      race.why == finding_case::two_writers_between_blocks)
    return {fmt::format("the two are in different blocks, and blocks of one launch run in any "
                        "order; {} in {}",
                        counted(race.count, "such element"), launch),
            race.why == finding_case::between_blocks
                ? "no barrier can order two blocks: let the second step be a launch of its own, or "
                  "let each block read only what it wrote itself"
                : "no barrier can order two blocks: give each block elements of its own, or use "
                  "an atomic operation"};
  finding_words words{fmt::format("no __syncthreads() separates the two; {} in {}",
                                  counted(race.count, "such pair"), launch),
                      ""};
  if (race.parties.front().place.line == 0 || race.parties.back().place.line == 0)
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
