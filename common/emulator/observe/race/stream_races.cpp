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
#include "emulator/runtime/child_place.h"
#include "emulator/runtime/counters.h"
#include "emulator/runtime/memory/device_memory.h"
#include "emulator/runtime/number_words.h"
#include "emulator/runtime/queue/submit.h"

namespace cudalab::emulator {

namespace {

constexpr const char* copies_into = "copies or fills into it";

bool is_kernel(const operation_footprint& some) {
  return some.ranges.empty();
}

/// Both are work that one kernel of the host's has handed over, or what that has led to.
bool of_one_kernel(const operation_footprint& one, const operation_footprint& other) {
  return one.number == other.number && one.child != nullptr && other.child != nullptr;
}

/// Of one operation: of parent and child nothing is said.
bool are_in_order(const operation_footprint& earlier, const operation_footprint& later) {
  if (earlier.number != later.number)
    return happens_before(earlier.number, later.number);
  return !of_one_kernel(earlier, later) || in_order(*earlier.child, *later.child);
}

/// "1st", "2nd", ...
std::string ordinal(unsigned number) {
  const unsigned last = number / 10 % 10 == 1 ? 0 : number % 10;
  return fmt::format("{}{}", number, last == 1 ? "st" : last == 2 ? "nd" : last == 3 ? "rd" : "th");
}

/// cudaFree() of memory that the program has from a pool or a graph: no stream orders it.
bool is_unordered_free(const operation_footprint& some) {
  return some.effect == memory_effect::frees &&
         (some.name == "cudaFree" || some.name == "cuMemUnmap");
}

/// One of two that race. `turn`: of its line; 0: not told. What has no line is another program's.
/// @param of_device ": the 2nd on device 0"; may be empty
std::string words_for(const operation_footprint& some, const operation_footprint& other,
                      unsigned turn, const std::string& of_device) {
  std::string what = is_kernel(some) ? "kernel " + some.name : some.name;
  if (some.place.line != 0)
    what += turn == 0 ? fmt::format(" (line {})", some.place.line)
                      : fmt::format(" (line {}, the {} time{})", some.place.line, ordinal(turn),
                                    of_device);
  else if (other.place.line != 0 && has_a_caller())
    what += fmt::format(" by your function's caller ({} the call)",
                        some.number < other.number ? "before" : "after");
  if (is_unordered_free(some))
    return what + " is in no stream";
  return fmt::format("{} is in {}", what, name_of(some.stream));
}

/// "the default stream of block (1,0)"
std::string queue_words(const child_place& place) {
  switch (place.where) {
  case child_place::queue::named:
    return name_of(place.stream);
  case child_place::queue::fire_and_forget:
    return "cudaStreamFireAndForget";
  case child_place::queue::tail:
    return "cudaStreamTailLaunch";
  case child_place::queue::of_block:
    break;
  }
  return fmt::format("the default stream of block ({},{}{})", place.block.x, place.block.y,
                     place.block.z == 0 ? "" : fmt::format(",{}", place.block.z));
}

/// One of two that kernels have handed over. @param sibling it, or what has led to it
std::string child_words(const operation_footprint& some, const child_place& sibling) {
  const std::string what = is_kernel(some) ? "kernel " + some.name : some.name;
  const std::string line = some.place.line == 0 ? "" : fmt::format(" (line {})", some.place.line);
  if (&sibling == some.child.get())
    return fmt::format("{}{} was handed over by kernel {} into {}", what, line, sibling.kernel,
                       queue_words(sibling));
  return fmt::format("{}{} comes of what kernel {} has handed over into {}", what, line,
                     sibling.kernel, queue_words(sibling));
}

std::string child_detail(const operation_footprint& earlier, const operation_footprint& later) {
  const auto [first, second] = siblings_of(*earlier.child, *later.child);
  return fmt::format("{}, {}, and nothing orders them", child_words(later, *second),
                     child_words(earlier, *first));
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

/// Copies of one call, such as cudaMemcpyBatchAsync.
bool of_one_batch(const operation_footprint& one, const operation_footprint& other) {
  const std::string_view name = one.name, end = "BatchAsync";
  return name.size() > end.size() && name.substr(name.size() - end.size()) == end &&
         other.name == name && one.place == other.place && one.stream.what == other.stream.what &&
         one.stream.order == other.stream.order && one.stream.device == other.stream.device;
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

bool is_of_rounds(const findings::remedy_step& step) {
  return step.id == findings::remedy_id::order_this_round ||
         step.id == findings::remedy_id::order_each_round;
}

/// Which operations of the default stream race with a stream that does not wait for it.
findings::remedy remedy_beside_default(const operation_footprint& earlier,
                                       const operation_footprint& later) {
  using findings::remedy_id;
  for (const auto& [made, other] : {std::pair(&earlier, &later), std::pair(&later, &earlier)}) {
    if (!ignores(made->stream, other->stream))
      continue;
    const source_place at = place_of(made->stream.made_at);
    if (in_scenes(at) && other->place.line != 0 && !in_scenes(other->place))
      return {{remedy_id::name_the_passed_stream, {other->place.line}}};
    if (at.line != 0 && !in_scenes(at))
      return {{remedy_id::make_blocking_stream, {at.line}}};
  }
  return {};
}

/// A fill, or a copy from the host, of another device's memory, in the default stream of the device
/// that is the current one.
findings::remedy remedy_of_current_device(const operation_footprint& earlier,
                                          const operation_footprint& later, std::uint64_t offset) {
  const int device = device_memory::instance().device_at(offset);
  for (const operation_footprint* const each : {&later, &earlier})
    if (device >= 0 && each->stream.what == stream_identity::kind::legacy &&
        each->stream.device != device && each->place.line != 0 && !in_scenes(each->place) &&
        each->effect == memory_effect::transfers && each->ranges.size() == 1 &&
        each->ranges.front().writes)
      return {{findings::remedy_id::set_device_before, {each->place.line, device}}};
  return {};
}

/// A wait that did nothing for the two, as it stands.
findings::remedy remedy_of_wait(const operation_footprint& earlier,
                                const operation_footprint& later) {
  using findings::remedy_id;
  const auto lines_of = [](const late_record& record) {
    return std::pair(place_of(record.waits_at).line, place_of(record.recorded_at).line);
  };
  if (const auto [waits, recorded] = lines_of(late_record_between(earlier.number, later.number));
      waits != 0 && recorded != 0)
    return {{remedy_id::record_before_wait, {waits, recorded}}};
  if (const auto [waits, recorded] =
          lines_of(early_record_between(earlier.number, earlier.stream, later.number));
      waits != 0 && recorded != 0 && earlier.place.line != 0)
    return {{remedy_id::record_behind_work,
             {waits, recorded, earlier.place.line},
             tells_turns(earlier, later)
                 ? fmt::format(" the {} time", ordinal(turn_of(earlier.number)))
                 : ""}};
  if (const auto [waits, recorded] =
          lines_of(other_record_between(earlier.number, earlier.stream, later.number));
      waits != 0 && recorded != 0 && earlier.place.line != 0)
    return {{remedy_id::record_in_its_stream, {waits, recorded, earlier.place.line}}};
  if (const auto [waits, recorded] =
          lines_of(own_record_between(earlier.number, earlier.stream, later.number));
      waits != 0 && recorded != 0 && later.place.line != 0)
    return {{remedy_id::wait_in_its_stream, {waits, recorded, later.place.line}}};
  return {};
}

/// "elements 2 to 5" of an array
std::string elements_of(const operation_footprint::part& some, const allocation& array,
                        std::uint64_t array_begin) {
  const std::uint64_t size = array.element_bytes != 0 ? array.element_bytes : 4;
  const std::uint64_t first = (some.begin - array_begin) / size,
                      last = (some.end - 1 - array_begin) / size;
  return first == last ? fmt::format("element {}", first)
                       : fmt::format("elements {} to {}", first, last);
}

/// "d_data" of "d_data[1]"
std::string_view array_of(const std::string& variable) {
  return std::string_view(variable).substr(0, variable.find('['));
}

/// " the 8th time"
std::string turn_words(const operation_footprint& some, const char* where_not_known) {
  const unsigned turn = turn_of(some.number);
  return turn == 0 ? where_not_known : fmt::format(" the {} time", ordinal(turn));
}

/// Whether both are of one call of the function.
bool in_order_of_turns(const operation_footprint& one, const operation_footprint& other) {
  const unsigned mine = turn_of(one.number), its = turn_of(other.number);
  return (mine == 0 && its == 0) ||
         (mine != 0 && its != 0 && (mine < its) == (one.number < other.number));
}

} // namespace

/// `is(array, mine, its, other)` for the part of the array that this one writes and that which its
/// line has written another time, the newest first, until one is so.
template <class Is>
bool stream_races::any_other_time(const operation_footprint& one, std::uint64_t offset,
                                  const Is& is) const {
  const device_memory& memory = device_memory::instance();
  const std::optional<allocation> array = memory.find(memory.begin() + offset);
  if (!array || one.place.line == 0 || one.effect != memory_effect::transfers)
    return false;
  const auto begin = static_cast<std::uint64_t>(array->begin - memory.begin()),
             end = begin + array->bytes;
  const auto mine = one.part_written(begin, end);
  return mine && std::any_of(kept_.rbegin(), kept_.rend(), [&](const operation_footprint& each) {
           if (each.number == one.number || !(each.place == one.place) ||
               each.effect != memory_effect::transfers || !in_order_of_turns(each, one))
             return false;
           const auto its = each.part_written(begin, end);
           return its && is(*array, *mine, *its, each);
         });
}

/// Where the line of this one writes, another time, a part of the same array that overlaps and
/// begins elsewhere: of parts that are used in turns, one is in a wrong place. Empty: it does not.
std::string stream_races::other_parts(const operation_footprint& one, std::uint64_t offset) const {
  using part = operation_footprint::part;
  std::string words;
  any_other_time(one, offset,
                 [&](const allocation& array, const part& mine, const part& its,
                     const operation_footprint& other) {
                   if (its.begin == mine.begin || its.begin >= mine.end || mine.begin >= its.end)
                     return false;
                   const auto begin =
                       static_cast<std::uint64_t>(array.begin - device_memory::instance().begin());
                   words = fmt::format("line {} writes {}{}, and {}{}", one.place.line,
                                       elements_of(mine, array, begin), turn_words(one, " once"),
                                       elements_of(its, array, begin),
                                       turn_words(other, " another time"));
                   return true;
                 });
  return words;
}

/// Whether its line has copied to the same place before, in an earlier round.
bool stream_races::fills_again(const operation_footprint& one, std::uint64_t offset) const {
  using part = operation_footprint::part;
  return any_other_time(one, offset,
                        [](const allocation&, const part& mine, const part& its,
                           const operation_footprint&) { return its.begin == mine.begin; });
}

/// Those of the same line and the same call of the function that come before this one; the newest
/// first. None where turns are not counted.
std::vector<const operation_footprint*>
stream_races::before_in_call(const operation_footprint& one) const {
  std::vector<const operation_footprint*> all;
  for (const operation_footprint& each : kept_)
    if (each.number < one.number && each.place == one.place && each.name == one.name)
      all.push_back(&each);
  std::sort(all.begin(), all.end(),
            [](const auto* a, const auto* b) { return a->number > b->number; });
  unsigned turn = turn_of(one.number);
  const auto end = std::find_if(all.begin(), all.end(), [&](const operation_footprint* each) {
    const unsigned its = turn_of(each->number);
    return its == 0 || its >= std::exchange(turn, its); // of an earlier call
  });
  all.erase(end, all.end());
  return all;
}

/// Whether something orders the two lines in another round, in two streams.
bool stream_races::other_rounds_ordered(const operation_footprint& earlier,
                                        const operation_footprint& later) const {
  const auto in_two_streams = [](const stream_identity& a, const stream_identity& b) {
    return a.what != b.what || a.order != b.order || a.device != b.device;
  };
  std::vector<const operation_footprint*> firsts = before_in_call(earlier);
  firsts.push_back(&earlier);
  const std::vector<const operation_footprint*> seconds = before_in_call(later);
  return std::any_of(seconds.begin(), seconds.end(), [&](const operation_footprint* second) {
    return std::any_of(firsts.begin(), firsts.end(), [&](const operation_footprint* first) {
      return first->number < second->number && in_two_streams(first->stream, second->stream) &&
             happens_before(first->number, second->number);
    });
  });
}

/// ": the 2nd on device 0" of a line that runs on several devices; else empty.
std::string stream_races::turn_of_device(const operation_footprint& one) const {
  const std::vector<const operation_footprint*> before = before_in_call(one);
  const auto here =
      std::count_if(before.begin(), before.end(), [&one](const operation_footprint* each) {
        return each->stream.device == one.stream.device;
      });
  return static_cast<std::size_t>(here) == before.size()
             ? ""
             : fmt::format(": the {} on device {}", ordinal(static_cast<unsigned>(here) + 1),
                           one.stream.device);
}

std::string stream_races::detail_of(const operation_footprint& earlier,
                                    const operation_footprint& later) const {
  const bool turns = tells_turns(earlier, later);
  const auto words = [&](const operation_footprint& one, const operation_footprint& other) {
    return turns ? words_for(one, other, turn_of(one.number), turn_of_device(one))
                 : words_for(one, other, 0, "");
  };
  return fmt::format("{}, {}, and nothing orders them", words(later, earlier),
                     words(earlier, later));
}

findings::remedy stream_races::remedy_for(const finding& race, std::uint64_t offset,
                                          const operation_footprint& earlier,
                                          const operation_footprint& later) {
  using findings::remedy_id;
  if (of_one_kernel(earlier, later))
    return {{remedy_id::order_children}};
  if (of_one_graph(earlier.stream, later.stream)) {
    if (earlier.stream.body != later.stream.body)
      return {{remedy_id::order_conditional_node}};
    const auto [first, last] = std::minmax(earlier.place.line, later.place.line);
    if (first == 0)
      return {{remedy_id::order_the_nodes}};
    if (first == last)
      return {{remedy_id::order_nodes_of_line, {first}}};
    return {{remedy_id::order_nodes_of_lines, {first, last}}};
  }
  if (is_unordered_free(later) && later.place.line != 0 && earlier.place.line != 0)
    return {
        {later.name == "cuMemUnmap" ? remedy_id::wait_before_unmap : remedy_id::free_in_the_stream,
         {later.place.line, earlier.place.line}}};
  if (of_one_batch(earlier, later))
    return {{remedy_id::split_the_batch}};
  if (findings::remedy found = remedy_beside_default(earlier, later); !found.empty())
    return found;
  constexpr unsigned most_looks = 16;
  if (looked_at_[{later.place.line, earlier.place.line}]++ < most_looks)
    for (const operation_footprint* const each : {&later, &earlier})
      if (const std::string parts = other_parts(*each, offset); !parts.empty())
        return {{remedy_id::look_where_it_begins, {}, parts},
                {remedy_id::order_the_streams},
                {remedy_id::or_let_host_wait}};
  if (findings::remedy found = remedy_of_current_device(earlier, later, offset); !found.empty())
    return found;
  if (findings::remedy found = remedy_of_wait(earlier, later); !found.empty())
    return found;
  if (writes_twice(race))
    return {{remedy_id::own_part_of_array}};
  findings::remedy remedy;
  const void* const waits_at = wait_for_nothing_before(later.number);
  const int waits = waits_at == nullptr ? 0 : place_of(waits_at).line;
  if (const unsigned turn = turn_of(later.number);
      turn > 1 && waits != 0 && later.place.line != 0 && earlier.place.line != 0)
    remedy.push_back({remedy_id::record_came_too_late, {waits, earlier.place.line}});
  else if (turn > 1 && later.place.line != 0 && earlier.place.line != 0 &&
           earlier.place.line != later.place.line && !other_rounds_ordered(earlier, later))
    remedy.push_back({remedy_id::order_each_round,
                      {std::min(earlier.place.line, later.place.line),
                       std::max(earlier.place.line, later.place.line)},
                      std::to_string(later.place.line)});
  else if (turn > 1 && later.place.line != 0)
    remedy.push_back({remedy_id::order_this_round, {later.place.line}, ordinal(turn)});
  if (!remedy.empty() && is_of_rounds(remedy.back()) && fills_again(later, offset))
    remedy.push_back({remedy_id::filled_before, {later.place.line}});
  remedy.push_back({remedy_id::order_the_streams});
  remedy.push_back({remedy_id::or_let_host_wait});
  return remedy;
}

/// Whether the two are in order as soon as another pair is, which races for the same memory or for
/// another one of an array of pointers: one of the two comes before the other pair's first, or
/// after its second. That one mistake is told once.
bool stream_races::follows(const racing_pair& one,
                           const std::vector<racing_pair>& with_the_later) const {
  const auto alike = [&](const racing_pair& other) {
    return array_of(other.variable) == array_of(one.variable);
  };
  return std::any_of(with_the_later.begin(), with_the_later.end(),
                     [&](const racing_pair& other) {
                       return alike(other) && !(other.earlier_place == one.earlier_place) &&
                              happens_before(one.earlier, other.earlier);
                     }) ||
         std::any_of(raced_.begin(), raced_.end(), [&](const racing_pair& other) {
           return alike(other) && other.earlier == one.earlier &&
                  !(other.later_place == one.later_place) && happens_before(other.later, one.later);
         });
}

operation_footprint transfer_footprint(operation_number number, const operation& work) {
  const device_memory& memory = device_memory::instance();
  operation_footprint made{.number = number,
                           .name = work.name,
                           .place = work.called_at != nullptr ? place_of(work.called_at)
                                                              : source_place{work.file, work.line},
                           .stream = work.stream,
                           .effect = work.effect,
                           .child = work.child,
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
  // In a program of one stream only what one kernel has handed over may run at the same time.
  const bool several = several_streams_exist();
  while (!kept_.empty() &&
         (kept_.front().number < first || (!several && kept_.front().number != done.number) ||
          bytes_ + done.bytes() > most_bytes)) {
    bytes_ -= kept_.front().bytes();
    kept_.pop_front();
  }
  // cudaFree comes after the call that allocated, whose memory the program already has. After an
  // exception it may come before the end of any work.
  const bool frees = is_unordered_free(done), in_exception = is_made_to_fail();
  const auto is_answered = [&](const operation_footprint& earlier) {
    return frees && (in_exception || earlier.effect == memory_effect::allocates);
  };
  while (!raced_.empty() && raced_.front().earlier < first)
    raced_.pop_front();
  std::vector<racing_pair> pairs;
  std::vector<finding> found;
  for (const operation_footprint& earlier : kept_)
    // A cooperative launch has a footprint for each of its grid barriers.
    if (!is_answered(earlier) && !are_in_order(earlier, done))
      for (finding& race : compare(earlier, done)) {
        pairs.push_back({earlier.number, done.number, earlier.place, done.place, race.variable});
        found.push_back(std::move(race));
      }
  const bool of_transfers = done.effect == memory_effect::transfers;
  for (std::size_t i = 0; i < found.size(); ++i)
    if (!of_transfers || !follows(pairs[i], pairs))
      finding_log::instance().add(std::move(found[i]));
  if (of_transfers)
    raced_.insert(raced_.end(), pairs.begin(), pairs.end());
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

std::vector<finding> stream_races::compare(const operation_footprint& earlier,
                                           const operation_footprint& later) {
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
    race.detail =
        of_one_kernel(earlier, later) ? child_detail(earlier, later) : detail_of(earlier, later);
    race.remedy = remedy_for(race, clash.offset, earlier, later);
    if (const unsigned turn = turn_of(later.number); turn != 0)
      race.turns = {turn};
  });
  std::vector<finding> all;
  for (auto& [sites, race] : found)
    all.push_back(std::move(race));
  return all;
}

namespace {

/// Several rounds of a loop, one after the other, are without order: then that is no matter of one
/// of them.
findings::remedy remedy_of_rounds(const finding& race) {
  using findings::remedy_id;
  findings::remedy remedy = race.remedy;
  const auto& turns = race.turns;
  if (remedy.empty() || !is_of_rounds(remedy.front()))
    return remedy;
  const bool in_a_row = turns.size() < 2 || *turns.rbegin() - *turns.begin() + 1 == turns.size();
  if (findings::remedy_step& first = remedy.front(); first.id == remedy_id::order_each_round) {
    // What one round lacks, later ones may have; several of two loops are of each.
    if (in_a_row && !turns.empty())
      first = {remedy_id::order_this_round, {std::stoi(first.name)}, ordinal(*turns.begin())};
    else
      first.name.clear();
  }
  if (turns.size() < 2 || !in_a_row) {
    std::erase_if(remedy, [](const findings::remedy_step& each) {
      return each.id == findings::remedy_id::filled_before; // the other rounds wait for their turn
    });
    return remedy;
  }
  remedy.front().id = findings::remedy_id::order_these_rounds;
  remedy.front().name =
      fmt::format("{} to the {}", ordinal(*turns.begin()), ordinal(*turns.rbegin()));
  return remedy;
}

} // namespace

finding_words stream_race_words(const finding& race) {
  return {fmt::format("{}: they may run at the same time, or in any order; {}", race.detail,
                      counted(race.count, "such place")),
          remedy_of_rounds(race)};
}

} // namespace cudalab::emulator
