// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/race/race_words.h"

#include <algorithm>
#include <cctype>
#include <string_view>

#include <fmt/format.h>

#include "emulator/observe/race/grid_race_words.h"
#include "emulator/observe/race/lockstep.h"
#include "emulator/observe/race/stream_races.h"
#include "emulator/observe/symbols/source_excerpt.h"
#include "emulator/observe/symbols/source_statements.h"
#include "emulator/runtime/number_words.h"

namespace cudalab::emulator {

namespace {

using findings::remedy_id;

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

/// The party that a barrier between the two would have held back: it has gone past the line that
/// the other is still in. Null: which one it is, is not known.
const finding_party* party_ahead(const finding& race) {
  const bool writer_is = race.why == finding_case::war_hazard;
  if (!writer_is && race.why != finding_case::raw_hazard)
    return nullptr;
  for (const finding_party& party : race.parties)
    if ((party.action != std::string_view("reads")) == writer_is)
      return &party;
  return nullptr;
}

const std::string& file_of(const finding& race) {
  return race.parties.front().place.file;
}

/// The line of the barrier of a warp that the thread ahead has passed between the two accesses,
/// where the two are in different warps, and all warps come by. 0: there is none.
int barrier_of_one_warp(const finding& race) {
  const finding_party* const ahead = party_ahead(race);
  if (ahead == nullptr || ahead->warp_barrier.line == 0 ||
      ahead->warp_barrier.file != ahead->place.file)
    return 0;
  const finding_party& behind =
      ahead == &race.parties.front() ? race.parties.back() : race.parties.front();
  const int line = ahead->warp_barrier.line;
  const int from = behind.place.line, to = ahead->place.line;
  const source_statements code = statements_of(file_of(race));
  if (code.in_branch(line))
    return 0;
  if (from < to)
    return from <= line && line <= to ? line : 0;
  const auto loop = code.end_of_round(from, to);
  const bool on_the_way = line >= from || line <= to;
  return loop && on_the_way && loop->loop <= line && line <= loop->last ? line : 0;
}

/// What is around a barrier can keep threads from it. 0: nothing is.
void warn_of_branch(int line, findings::remedy& remedy) {
  if (line != 0)
    remedy.push_back({remedy_id::look_at_branch, {line}});
}

/// What stands there already does not hold back the other thread. (A barrier of their warp holds
/// back both, where each comes to it.)
void say_why_not(const finding& race, const std::optional<lesser_barrier>& there,
                 findings::remedy& remedy) {
  if (there && (there->fence || !race.within_warp))
    remedy.insert(remedy.begin(), {there->fence ? remedy_id::fence_waits_for_nobody
                                                : remedy_id::warp_barrier_is_no_other,
                                   {there->line}});
}

/// A barrier between two accesses of one round. `lines`: where it would order others too.
findings::remedy barrier_between(const finding& race, const gap& lines) {
  const source_statements code = statements_of(file_of(race));
  const auto [one, other] =
      std::minmax(race.parties.front().place.line, race.parties.back().place.line);
  if (!code.known())
    return {{remedy_id::barrier_between, {lines.after, lines.before}}};
  if (code.apart_in_lambdas(one, other)) {
    findings::remedy remedy = {{remedy_id::barrier_between_calls, {one, other}}};
    if (const auto skipped = code.skipped_in_function(one, other))
      remedy.push_back({remedy_id::or_barrier_in_branch, {skipped->line, skipped->branch}});
    return remedy;
  }
  if (race.why == finding_case::raw_hazard || race.why == finding_case::war_hazard)
    if (const auto skipped = code.skipped_between(one, other))
      return {{remedy_id::barrier_skipped, {skipped->line, skipped->branch}}};
  auto found = code.gap(lines.after, lines.before);
  if (!found)
    found = code.gap(one, other);
  if (!found)
    return {{remedy_id::barrier_on_the_way, {one, other}}};
  findings::remedy remedy = {{remedy_id::barrier_between, {found->after, found->before}}};
  warn_of_branch(found->branch, remedy);
  say_why_not(race, code.lesser_in_gap(found->after, found->before), remedy);
  return remedy;
}

/// Whether the lines of a loop take one part of an array and another in turn: its rounds are kept
/// apart then, and the last one of a loop meets the first of the next. As far as their text tells.
bool takes_turns(const std::string& file, int first, int last) {
  for (int line = first; line <= last; ++line) {
    std::string text = whole_line_at({file, line});
    text.erase(std::min(text.find("//"), text.size()));
    std::erase_if(text, [](char each) { return each == ' ' || each == '\t'; });
    for (const std::string_view turn : {"%2", "&1", "^1", "^=1", "=1-", "swap("})
      for (std::size_t at = text.find(turn); at != text.npos; at = text.find(turn, at + 1)) {
        const char behind = at + turn.size() < text.size() ? text[at + turn.size()] : ' ';
        const bool of_number = turn.back() >= '1' && turn.back() <= '2' &&
                               (std::isdigit(static_cast<unsigned char>(behind)) != 0);
        if (!of_number && (at == 0 || text[at - 1] != '&'))
          return true;
      }
  }
  return false;
}

/// A barrier between the accesses of one round of a loop and those of the next. `after`: the last
/// line that must come before it. `else_where`: where it belongs when no loop is around both.
findings::remedy barrier_at_end(const finding& race, const std::string& which, int after,
                                remedy_id else_where) {
  const source_statements code = statements_of(file_of(race));
  const int one = race.parties.front().place.line, other = race.parties.back().place.line;
  if (!code.known())
    return {{remedy_id::barrier_after_line, {after}, which}};
  if (const auto skipped = code.barrier_in_branch(after, line_of(race, "writes")))
    if (race.why == finding_case::war_hazard) {
      findings::remedy remedy = {
          {remedy_id::barrier_skipped_in_round, {skipped->line, skipped->branch}}};
      if (const auto loop = code.end_of_round(one, other); loop && loop->outer != 0)
        remedy.push_back({remedy_id::in_outer_round_too, {loop->loop, loop->outer}});
      return remedy;
    }
  const auto loop = code.end_of_round(one, other);
  if (!loop) {
    findings::remedy remedy = {{else_where, {}, which}};
    if (race.why == finding_case::war_hazard)
      if (const auto skipped = code.skipped_around(line_of(race, "reads")))
        remedy.push_back({remedy_id::or_barrier_in_branch, {skipped->line, skipped->branch}});
    return remedy;
  }
  if (loop->outer != 0 && takes_turns(file_of(race), loop->loop, loop->last)) {
    findings::remedy remedy = {{remedy_id::at_end_of_outer_loop, {loop->loop, loop->outer}, which}};
    warn_of_branch(loop->branch, remedy);
    say_why_not(race, code.lesser_at_end_of_round(one, other), remedy);
    return remedy;
  }
  findings::remedy remedy = {{remedy_id::barrier_at_end_of_loop, {loop->loop}, which}};
  if (loop->last > loop->loop)
    remedy.push_back({remedy_id::after_line, {loop->last}});
  if (loop->outer != 0)
    remedy.push_back({remedy_id::or_of_outer_loop, {loop->loop, loop->outer}});
  warn_of_branch(loop->branch, remedy);
  say_why_not(race, code.lesser_at_end_of_round(one, other), remedy);
  return remedy;
}

/// Several threads read and write one and the same place in one line of it, or store there what
/// differs: whoever comes first, the others spoil it.
bool is_of_one_place_for_all(const finding& race) {
  if (race.kind != finding_kind::race || !race.several_store || race.parties.size() != 2 ||
      !(race.parties.front().place == race.parties.back().place) ||
      race.parties.front().place.line == 0)
    return false;
  if (race.why == finding_case::raw_hazard || race.why == finding_case::war_hazard)
    return true;
  return race.why == finding_case::waw_hazard && !race.same_value &&
         !statements_of(file_of(race)).in_branch(race.parties.front().place.line);
}

/// "sum", and not "row[3]"
bool is_no_array(const finding& race) {
  return race.element == race.variable;
}

/// The race, or another one on the same variable, which has the same cause: several threads have
/// one variable of shared memory in place of one each. Null: none.
const finding* race_for_one_variable(const finding& race, const std::vector<finding>& all) {
  if (race.space != "shared" || !race.several_store || !is_no_array(race))
    return nullptr;
  if (is_of_one_place_for_all(race))
    return &race;
  const auto cause = std::find_if(all.begin(), all.end(), [&](const finding& other) {
    return other.kernel == race.kernel && other.space == race.space &&
           other.variable == race.variable && is_of_one_place_for_all(other);
  });
  return cause == all.end() ? nullptr : &*cause;
}

/// What happens, and then what to do. (In global memory most threads have elements of their own: a
/// barrier between two lines would hide a wrong index.)
findings::remedy remedy_for(remedy_id happens, const finding& race, findings::remedy barrier) {
  barrier.insert(barrier.begin(), {happens, {}, race.variable});
  const int writer = line_of(race, "writes"), reader = line_of(race, "reads");
  if (race.space == "global" && writer != reader)
    barrier.insert(barrier.begin(), {remedy_id::own_elements_of_lines,
                                     {std::min(writer, reader), std::max(writer, reader)}});
  return barrier;
}

/// What happens where a thread is ahead of another, of a raw or a war hazard.
remedy_id which_hazard(const finding& race) {
  const bool writes_first = line_of(race, "writes") < line_of(race, "reads");
  if (race.why == finding_case::raw_hazard)
    return writes_first ? remedy_id::read_too_early : remedy_id::read_in_next_round;
  return writes_first ? remedy_id::overwritten_in_next_round : remedy_id::overwritten_in_use;
}

findings::remedy raw_remedy(const finding& race, const std::vector<finding>& all) {
  const int writer = line_of(race, "writes"), reader = line_of(race, "reads");
  if (is_of_one_place_for_all(race))
    return {{remedy_id::own_element, {writer}, race.variable}};
  if (writer < reader)
    return remedy_for(remedy_id::read_too_early, race,
                      barrier_between(race, gap_for(race, all, "writes", "reads")));
  // Without a loop around both, nobody knows of a next round: a function may hold the one line.
  const source_statements code = statements_of(file_of(race));
  const bool next_round = !code.known() || code.end_of_round(writer, reader);
  return remedy_for(next_round ? remedy_id::read_in_next_round : remedy_id::read_too_early, race,
                    barrier_at_end(race, "a barrier", writer, remedy_id::barrier_after_write));
}

findings::remedy war_remedy(const finding& race, const std::vector<finding>& all) {
  const int writer = line_of(race, "writes"), reader = line_of(race, "reads");
  if (writer == reader && is_of_one_place_for_all(race))
    return {{remedy_id::own_element, {writer}, race.variable}};
  if (writer == reader)
    return {{race.space == "global" ? remedy_id::index_or_local_copies
                                    : remedy_id::read_then_barrier_then_write,
             {writer},
             race.variable}};
  if (writer > reader)
    return remedy_for(remedy_id::overwritten_in_use, race,
                      barrier_between(race, gap_for(race, all, "reads", "writes")));
  const source_statements code = statements_of(file_of(race));
  const bool next_round = !code.known() || code.end_of_round(writer, reader);
  return remedy_for(
      next_round ? remedy_id::overwritten_in_next_round : remedy_id::overwritten_in_next_call, race,
      barrier_at_end(race, "a second barrier", last_reader(race, all),
                     remedy_id::barrier_after_read));
}

/// Where two lines store to the same elements of a shared array, others of it may be stored by
/// nobody: it is known where they were read.
bool leaves_others_out(const finding& race, const std::vector<finding>& all) {
  return race.space == "shared" && std::any_of(all.begin(), all.end(), [&](const finding& other) {
           return other.kind == finding_kind::uninitialised_read && other.space == "shared" &&
                  other.kernel == race.kernel && other.variable == race.variable;
         });
}

bool differ_in_z_alone(const finding& race) {
  const finding_party &one = race.parties.front(), &other = race.parties.back();
  const auto same = [](const index3& a, const index3& b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
  };
  return same(one.block, other.block) && one.thread.x == other.thread.x &&
         one.thread.y == other.thread.y && one.thread.z != other.thread.z;
}

findings::remedy waw_remedy(const finding& race, const std::vector<finding>& all) {
  const int later = race.parties.front().place.line, earlier = race.parties.back().place.line;
  if (later != earlier && leaves_others_out(race, all))
    return {{remedy_id::two_writers_and_gaps,
             {std::min(later, earlier), std::max(later, earlier)},
             race.variable}};
  if (later == earlier) {
    if (const auto beyond = store_beyond_end(race))
      return {{remedy_id::store_nothing_beyond, {static_cast<int>(beyond->x)}, "x"}};
    if (const auto beyond = race.space == "global" ? beyond_end_of_row(race) : std::nullopt)
      return {{remedy_id::beyond_end_of_row,
               {static_cast<int>(beyond->x), static_cast<int>(beyond->row)},
               "x"}};
    const auto loop = statements_of(file_of(race)).end_of_round(later, later);
    if (race.space == "global" && loop)
      return {{remedy_id::one_writer_in_loop, {loop->loop}}};
    if (race.block_size.z > 1 && differ_in_z_alone(race))
      return {{remedy_id::side_in_index, {static_cast<int>(race.block_size.z)}, "z"},
              {remedy_id::one_writer}};
    return {{remedy_id::one_writer}};
  }
  const gap lines{std::min(later, earlier), std::max(later, earlier)};
  const bool past_barrier =
      statements_of(file_of(race)).in_one_round(lines.after, lines.before) == false;
  findings::remedy remedy = past_barrier ? barrier_at_end(race, "a barrier", lines.before,
                                                          remedy_id::barrier_after_second_write)
                                         : barrier_between(race, lines);
  remedy.insert(remedy.begin(), {remedy_id::two_writers_or_overlap});
  remedy.push_back({remedy_id::arrays_that_overlap});
  return remedy;
}

} // namespace

bool of_two_writers(const finding& race) {
  return race.why == finding_case::waw_hazard || race.why == finding_case::waw_between_blocks ||
         race.why == finding_case::waw_without_fence;
}

void settle_order(finding& race) {
  const bool ordered = race.kind == finding_kind::race && (race.why == finding_case::raw_hazard ||
                                                           race.why == finding_case::war_hazard);
  const int writer = ordered ? line_of(race, "writes") : 0;
  const int reader = ordered ? line_of(race, "reads") : 0;
  if (writer == 0 || reader == 0 || writer == reader ||
      race.parties.front().place.file != race.parties.back().place.file)
    return;
  const auto [first, second] = std::minmax(writer, reader);
  if (const auto in_one = statements_of(file_of(race)).in_one_round(first, second)) {
    // The loop has a barrier of the block for the way there: the way back needs its like.
    race.within_warp = race.within_warp && *in_one;
    race.why = *in_one == (writer < reader) ? finding_case::raw_hazard : finding_case::war_hazard;
  }
}

namespace {

/// The race's reader reads, in the same line, shared memory in which nobody has stored anything: of
/// another variable, else that would follow from the race.
bool reads_unwritten_too(const finding& race, const std::vector<finding>& all) {
  const auto is_reader = [&](const finding_party& party, const finding& other) {
    return std::string_view(party.action) == "reads" && party.place == other.parties.front().place;
  };
  return race.space == "shared" && std::any_of(all.begin(), all.end(), [&](const finding& other) {
           return other.kind == finding_kind::uninitialised_read && other.space == "shared" &&
                  other.kernel == race.kernel &&
                  std::any_of(race.parties.begin(), race.parties.end(),
                              [&](const finding_party& party) { return is_reader(party, other); });
         });
}

finding_words words_of_race(const finding& race, const std::vector<finding>& all) {
  const std::string launch = race.in_several_launches ? "these launches" : "this launch";
  if (is_between_blocks(race.why))
    return grid_race_words(race, launch);
  if (race.why == finding_case::between_streams)
    return stream_race_words(race);
  if (const finding* const cause = race_for_one_variable(race, all))
    return {fmt::format("all threads of the block have the same {}; {} in {}", race.variable,
                        counted(race.count, "such pair"), launch),
            {{remedy_id::own_variable, {cause->parties.front().place.line}, race.variable}}};
  if (trusts_lockstep(race))
    return lockstep_words(race, launch);
  const bool one_store =
      of_two_writers(race) && race.parties.front().place == race.parties.back().place;
  const int of_warp = barrier_of_one_warp(race);
  const std::string smaller =
      of_warp == 0 ? ""
                   : fmt::format(": the barrier in line {} is one of a warp, and the two threads "
                                 "are in different warps",
                                 of_warp);
  const auto beyond = store_beyond_end(race);
  const std::string both = beyond ? fmt::format(", the place of the thread with x = {1}, y = {2} "
                                                "in the grid; the other has x = {0}",
                                                beyond->x, beyond->last, beyond->y)
                                  : "";
  finding_words words{fmt::format("{}{}; {} in {}",
                                  one_store ? "the two store to the same element" + both
                                            : "no __syncthreads() separates the two",
                                  smaller, counted(race.count, "such pair"), launch),
                      {}};
  if (race.parties.front().place.line == 0 || race.parties.back().place.line == 0 ||
      race.parties.front().place.file != race.parties.back().place.file)
    words.remedy = {{remedy_id::barrier_between_accesses, {}, race.variable}};
  else if (of_warp != 0)
    words.remedy =
        remedy_for(which_hazard(race), race, {{remedy_id::barrier_of_block_for_warp, {of_warp}}});
  else if (race.why == finding_case::raw_hazard)
    words.remedy = raw_remedy(race, all);
  else if (race.why == finding_case::war_hazard)
    words.remedy = war_remedy(race, all);
  else
    words.remedy = waw_remedy(race, all);
  if (reads_unwritten_too(race, all))
    words.remedy.insert(words.remedy.begin(), {remedy_id::unwritten_too, {line_of(race, "reads")}});
  return words;
}

/// Threads meet in one line, and in elements only whose numbers a float does not have all.
bool is_beyond_floats(const finding& race) {
  constexpr std::uint64_t kept_by_a_float = std::uint64_t{1} << 24;
  return race.space == "global" && race.why != finding_case::between_streams &&
         race.lowest_element >= kept_by_a_float && race.parties.size() == 2 &&
         race.parties.front().place == race.parties.back().place;
}

} // namespace

finding_words race_words(const finding& race, const std::vector<finding>& all) {
  finding_words words = words_of_race(race, all);
  if (is_beyond_floats(race))
    words.remedy.insert(words.remedy.begin(), {remedy_id::index_in_float});
  return words;
}

} // namespace cudalab::emulator
