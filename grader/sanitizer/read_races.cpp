// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/sanitizer/read_findings.h"

namespace cudalab::grader {

namespace {

using findings::remedy_id;
using findings::remedy_step;

// "Write access at k(float *)+0x310 in lab04.cu:17 [3072 hazards]"
struct race_side {
  party who;
  std::string kernel;
  std::uint64_t hazards = 0;
};

race_side read_side(std::string_view text) {
  race_side side;
  const std::size_t bracket = text.rfind(" [");
  if (bracket != std::string_view::npos) {
    side.hazards = first_number(text.substr(bracket));
    text = text.substr(0, bracket);
  }
  side.who.thread_known = false;
  side.who.action = text.starts_with("Write")    ? "writes"
                    : text.starts_with("Atomic") ? "updates"
                                                 : "reads";
  const std::size_t at = text.find(" access at ");
  if (at != std::string_view::npos) {
    const log_place place = parse_place(text.substr(at + 11));
    side.who.file = place.file;
    side.who.line = place.line;
    side.kernel = place.function;
  }
  return side;
}

// The later line first, so that a pair has one form whichever side racecheck began with.
void order(std::vector<party>& pair) {
  const auto key = [](const party& p) { return std::make_pair(p.line, p.action); };
  if (key(pair[0]) < key(pair[1]))
    std::swap(pair[0], pair[1]);
}

remedy_step remedy_for(const party& later, const party& earlier, bool same_warp) {
  const char* const barrier = same_warp ? "a barrier (__syncthreads(), or __syncwarp() when all "
                                          "threads concerned are in one warp)"
                                        : "__syncthreads()";
  if (later.line == earlier.line)
    return {remedy_id::own_element_or_barrier, {later.line}, barrier};
  return {remedy_id::barrier_there_and_back, {earlier.line, later.line}, barrier};
}

} // namespace

std::vector<finding> read_races(const log_record& record) {
  constexpr std::string_view opening = "Race reported between ";
  const std::size_t at = record.head.find(opening);
  if (at == std::string::npos)
    return {};
  const bool same_warp = record.head.starts_with("Warning");
  const race_side first = read_side(std::string_view(record.head).substr(at + opening.size()));
  std::vector<finding> made;
  for (const std::string& line : record.lines) {
    if (!line.starts_with("and "))
      continue;
    const race_side second = read_side(std::string_view(line).substr(4));
    finding race;
    race.kind = finding_kind::race;
    race.space = "shared";
    race.kernel = first.kernel;
    race.parties = {first.who, second.who};
    order(race.parties);
    race.count = second.hazards;
    race.text = same_warp
                    ? "two threads of one warp meet in one element with no barrier between them; "
                      "the threads of a warp need not run in step"
                    : "no __syncthreads() separates the two";
    advise({remedy_for(race.parties[0], race.parties[1], same_warp)}, race);
    race.source = "racecheck";
    made.push_back(std::move(race));
  }
  return made;
}

} // namespace cudalab::grader
