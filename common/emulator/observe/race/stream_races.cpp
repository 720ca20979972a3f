// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/race/stream_races.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "emulator/observe/findings/finding_log.h"
#include "emulator/observe/race/race_sighting.h"
#include "emulator/observe/symbols/source_lines.h"
#include "emulator/observe/symbols/stream_names.h"
#include "emulator/observe/symbols/variables.h"
#include "emulator/runtime/memory/device_memory.h"
#include "emulator/runtime/number_words.h"
#include "emulator/runtime/queue/submit.h"

namespace cudalab::emulator {

namespace {

constexpr const char* copies_into = "copies or fills into it";

bool is_kernel(const operation_footprint& some) {
  return some.ranges.empty();
}

/// "1st", "2nd", ...
std::string ordinal(unsigned number) {
  const unsigned last = number / 10 % 10 == 1 ? 0 : number % 10;
  return fmt::format("{}{}", number, last == 1 ? "st" : last == 2 ? "nd" : last == 3 ? "rd" : "th");
}

/// One of two that race. `turn`: of its line; 0: not told. What has no line is another program's.
std::string words_for(const operation_footprint& some, const operation_footprint& other,
                      unsigned turn) {
  std::string what = is_kernel(some) ? "kernel " + some.name : some.name;
  if (some.place.line != 0)
    what += turn == 0 ? fmt::format(" (line {})", some.place.line)
                      : fmt::format(" (line {}, the {} time)", some.place.line, ordinal(turn));
  else if (other.place.line != 0 && has_a_caller())
    what += fmt::format(" by your function's caller ({} the call)",
                        some.number < other.number ? "before" : "after");
  return fmt::format("{} is in {}", what, name_of(some.stream));
}

/// Of a stream that the program has made so that the default stream and it do not wait for each
/// other, and the two race with each other.
bool ignores(const stream_identity& made, const stream_identity& other) {
  return made.what == stream_identity::kind::made && !made.blocking &&
         other.what == stream_identity::kind::legacy && made.device == other.device;
}

bool of_one_graph(const stream_identity& one, const stream_identity& other) {
  return one.in_graph && other.in_graph && one.what == other.what && one.order == other.order &&
         one.device == other.device;
}

const char* action_of(const operation_footprint& some, const global_touch& touch) {
  switch (some.effect) {
  case memory_effect::allocates:
    return "allocates it";
  case memory_effect::frees:
    return "frees it";
  case memory_effect::decides:
    return "adds the node that decides by it";
  case memory_effect::transfers:
    break;
  }
  return is_kernel(some)          ? action_of(touch.role())
         : is_write(touch.role()) ? copies_into
                                  : "copies from it";
}

finding_party party_of(const operation_footprint& some, const global_touch& touch,
                       const access_sites& sites) {
  finding_party party{.action = action_of(some, touch),
                      .thread = {},
                      .block = {},
                      .place = some.place,
                      .on_host = !is_kernel(some)};
  if (is_kernel(some)) {
    party.thread = index_of(touch.thread, some.block);
    party.block = index_of(touch.moment - 1, some.grid);
    party.place = place_of(sites.place(touch.site));
  }
  return party;
}

/// One line that writes, and none that reads.
bool writes_twice(const finding& race) {
  const auto writes = [](const finding_party& each) {
    const std::string_view action = each.action;
    return action == "writes" || action == copies_into;
  };
  return std::all_of(race.parties.begin(), race.parties.end(), writes) &&
         race.parties.front().place.line != 0 &&
         race.parties.front().place == race.parties.back().place;
}

/// Turns are told where they say which round of a loop it is.
bool tells_turns(const operation_footprint& earlier, const operation_footprint& later) {
  return std::max(turn_of(earlier.number), turn_of(later.number)) > 1;
}

std::string stream_detail(const operation_footprint& earlier, const operation_footprint& later) {
  const bool turns = tells_turns(earlier, later);
  const auto turn = [&](const operation_footprint& one) { return turns ? turn_of(one.number) : 0; };
  return fmt::format("{}, {}, and nothing orders them", words_for(later, earlier, turn(later)),
                     words_for(earlier, later, turn(earlier)));
}

findings::remedy stream_remedy(const finding& race, const operation_footprint& earlier,
                               const operation_footprint& later) {
  using findings::remedy_id;
  if (of_one_graph(earlier.stream, later.stream)) {
    const auto [first, last] = std::minmax(earlier.place.line, later.place.line);
    if (first == 0)
      return {{remedy_id::order_the_nodes}};
    if (first == last)
      return {{remedy_id::order_nodes_of_line, {first}}};
    return {{remedy_id::order_nodes_of_lines, {first, last}}};
  }
  for (const auto& [made, other] :
       {std::pair(earlier.stream, later.stream), std::pair(later.stream, earlier.stream)})
    if (const int line = ignores(made, other) ? place_of(made.made_at).line : 0; line != 0)
      return {{remedy_id::make_blocking_stream, {line}}};
  const late_record late = late_record_between(earlier.number, later.number);
  const int waits = place_of(late.waits_at).line, recorded = place_of(late.recorded_at).line;
  if (waits != 0 && recorded != 0)
    return {{remedy_id::record_before_wait, {waits, recorded}}};
  if (writes_twice(race))
    return {{remedy_id::own_part_of_array}};
  findings::remedy remedy;
  if (const unsigned turn = turn_of(later.number); turn > 1 && later.place.line != 0)
    remedy.push_back({remedy_id::order_this_round, {later.place.line}, ordinal(turn)});
  remedy.push_back({remedy_id::order_the_streams});
  return remedy;
}

} // namespace

operation_footprint transfer_footprint(operation_number number, const operation& work) {
  const device_memory& memory = device_memory::instance();
  operation_footprint made{.number = number,
                           .name = work.name,
                           .place = work.called_at != nullptr ? place_of(work.called_at)
                                                              : source_place{work.file, work.line},
                           .stream = work.stream,
                           .effect = work.effect,
                           .grid = {},
                           .block = {},
                           .pages = {},
                           .ranges = {}};
  for (const memory_use& use : work.uses)
    if (memory.contains(use.begin))
      for (std::size_t row = 0; row < use.rows; ++row)
        made.ranges.push_back(
            {static_cast<std::uint64_t>(use.begin - memory.begin()) + row * use.pitch, use.bytes,
             use.writes});
  return made;
}

void stream_races::add(operation_footprint done) {
  if (done.pages.empty() && done.ranges.empty())
    return;
  const operation_number first = first_remembered();
  while (!kept_.empty() && (kept_.front().number < first || bytes_ + done.bytes() > most_bytes)) {
    bytes_ -= kept_.front().bytes();
    kept_.pop_front();
  }
  // cudaFree comes after the call that allocated, whose memory the program already has.
  const auto is_answered = [&](const operation_footprint& earlier) {
    return earlier.effect == memory_effect::allocates && done.effect == memory_effect::frees &&
           done.name == "cudaFree";
  };
  for (const operation_footprint& earlier : kept_)
    // A cooperative launch has a footprint for each of its grid barriers.
    if (earlier.number != done.number && !is_answered(earlier) &&
        !happens_before(earlier.number, done.number))
      compare(earlier, done);
  if (done.effect == memory_effect::frees) {
    // A later use is a use after free; what is there next is other memory.
    for (operation_footprint& earlier : kept_)
      for (const operation_footprint::range& gone : done.ranges)
        earlier.forget(gone);
    return;
  }
  bytes_ += done.bytes();
  kept_.push_back(std::move(done));
}

void stream_races::compare(const operation_footprint& earlier,
                           const operation_footprint& later) const {
  std::map<std::pair<std::uint32_t, std::uint32_t>, finding> found;
  for_clashes(earlier, later, [&](const footprint_clash& clash) {
    const auto [place, fresh] = found.try_emplace({clash.later.site, clash.earlier.site});
    finding& race = place->second;
    ++race.count;
    if (!fresh)
      return;
    if (later.effect == memory_effect::frees && earlier.effect != memory_effect::allocates)
      race.kind = finding_kind::use_after_free;
    race.why = finding_case::between_streams;
    race.space = "global";
    race.kernel = is_kernel(later) || !is_kernel(earlier) ? later.name : earlier.name;
    race.launch = later.number;
    race.parties = {party_of(later, clash.later, sites_), party_of(earlier, clash.earlier, sites_)};
    const global_touch& named = is_kernel(later) ? clash.later : clash.earlier;
    const named_object object =
        name_object(memory_space::global, clash.offset, clash.bytes, sites_.place(named.site));
    race.variable = object.variable;
    race.element = object.element;
    race.detail = stream_detail(earlier, later);
    race.remedy = stream_remedy(race, earlier, later);
  });
  for (auto& [sites, race] : found)
    finding_log::instance().add(std::move(race));
}

finding_words stream_race_words(const finding& race) {
  return {fmt::format("{}: they may run at the same time, or in any order; {}", race.detail,
                      counted(race.count, "such place")),
          race.remedy};
}

} // namespace cudalab::emulator
