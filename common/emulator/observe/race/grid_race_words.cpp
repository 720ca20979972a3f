// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/race/grid_race_words.h"
#include "emulator/observe/race/race_words.h"
#include "emulator/observe/symbols/source_statements.h"
#include "emulator/runtime/number_words.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <utility>

#include <fmt/format.h>

namespace cudalab::emulator {

finding_case case_between_blocks(touch_role other, touch_role writer, bool has_flags) {
  if (other == touch_role::block_atomic || writer == touch_role::block_atomic)
    return finding_case::block_atomics_of_two_blocks;
  if (is_atomic(other) || is_atomic(writer))
    return is_write(other) ? finding_case::plain_write_among_atomics
                           : finding_case::plain_read_among_atomics;
  if (is_write(other))
    return has_flags ? finding_case::waw_without_fence : finding_case::waw_between_blocks;
  return has_flags ? finding_case::between_blocks_without_fence : finding_case::between_blocks;
}

bool is_between_blocks(finding_case why) {
  return why >= finding_case::between_blocks && why <= finding_case::block_atomics_of_two_blocks;
}

namespace {

using findings::remedy_id;

/// Where grid.sync() belongs. A race of a cooperative launch.
findings::remedy grid_barrier_remedy(const finding& race) {
  const int one = race.parties.front().place.line, writer = race.parties.back().place.line;
  const std::vector<int> lines = {std::min(one, writer), std::max(one, writer)};
  const bool two_writers = of_two_writers(race);
  if (one == writer)
    return {{two_writers ? remedy_id::own_elements_or_atomic
                         : remedy_id::read_then_grid_barrier_then_write}};
  if (two_writers)
    return {{remedy_id::own_elements_or_grid_barrier, lines}};
  return {{writer < one ? remedy_id::block_reads_too_early : remedy_id::block_overwrites_in_use,
           {},
           race.variable},
          {remedy_id::grid_barrier_between, lines}};
}

/// The party's place in the whole grid, counted in threads.
std::array<long long, 3> place_in_grid(const finding_party& one, const index3& size) {
  return {static_cast<long long>(one.block.x) * size.x + one.thread.x,
          static_cast<long long>(one.block.y) * size.y + one.thread.y,
          static_cast<long long>(one.block.z) * size.z + one.thread.z};
}

/// The number of an element "d_out[23]"; -1: it has none, or several.
long long index_in(const std::string& element) {
  const std::size_t begin = element.find('[');
  const bool one = begin != element.npos && element.find('[', begin + 1) == element.npos;
  long long number = -1;
  if (one)
    std::from_chars(element.data() + begin + 1, element.data() + element.size(), number);
  return number;
}

/// Whether both threads have the same number in their blocks.
bool has_one_number(const finding& race) {
  const index3 one = race.parties.front().thread, other = race.parties.back().thread;
  return one.x == other.x && one.y == other.y && one.z == other.z;
}

/// How many threads are between the two in a grid whose blocks are counted one after the other:
/// only where 16 bits hold the number of the one, and the element is not that of the other. Else 0.
long long threads_apart(const finding& race) {
  const auto number = [&race](const finding_party& by) {
    const index3 &grid = race.grid_size, &block = race.block_size;
    const std::uint64_t blocks =
        (std::uint64_t{by.block.z} * grid.y + by.block.y) * grid.x + by.block.x;
    const std::uint64_t thread =
        (std::uint64_t{by.thread.z} * block.y + by.thread.y) * block.x + by.thread.x;
    return static_cast<long long>(blocks * block.x * block.y * block.z + thread);
  };
  const long long one = number(race.parties.front()), other = number(race.parties.back());
  return std::min(one, other) < 65536 && index_in(race.element) != std::max(one, other)
             ? std::abs(one - other)
             : 0;
}

/// How two threads of one line come to the same element, where their places tell: one is beyond the
/// end of a row, or a place is kept in 16 bits. Without a text: they don't.
finding_words how_they_meet(const finding& race) {
  const findings::remedy usual = {{remedy_id::index_or_atomic}};
  constexpr long long of_16_bits = 65536;
  if (race.block_size.x == 0 || race.parties.size() != 2 ||
      !(race.parties.front().place == race.parties.back().place))
    return {"", usual};
  auto one = place_in_grid(race.parties.front(), race.block_size),
       other = place_in_grid(race.parties.back(), race.block_size);
  if (one[2] != other[2])
    return {"", usual};
  if (one[0] < other[0])
    std::swap(one, other);
  const long long across = one[0] - other[0], down = other[1] - one[1];
  const auto beyond = beyond_end_of_row(race);
  const std::string places =
      fmt::format("; the threads with x = {}, y = {} and x = {}, y = {} meet there", one[0], one[1],
                  other[0], other[1]);
  if (beyond)
    return {places +
                fmt::format(", as they would where a row has {} elements: is x = {} beyond the "
                            "end of a row?",
                            beyond->row, beyond->x),
            {{remedy_id::guard_each_direction}}};
  const bool along_x = down == 0 && across != 0, along_y = across == 0 && down != 0;
  if ((along_x && across % of_16_bits == 0) || (along_y && down % of_16_bits == 0))
    return {places +
                fmt::format(", {} apart: is {} kept in 16 bits?",
                            grouped(static_cast<std::uint64_t>(along_x ? across : std::abs(down))),
                            along_x ? "x" : "y"),
            {{remedy_id::places_in_int}}};
  // The thread of a further block stores where the other one has its own element.
  const bool swapped = place_in_grid(race.parties.front(), race.block_size) != one;
  const finding_party& further = swapped ? race.parties.back() : race.parties.front();
  if (along_x && one[1] == 0 && index_in(race.element) == other[0] && race.grid_size.x > 1 &&
      race.grid_size.x != race.block_size.x && further.block.x > 0 &&
      other[0] == static_cast<long long>(further.block.x) * race.grid_size.x + further.thread.x)
    return {places + ", where the second has its own element",
            {{remedy_id::grid_for_block,
              {static_cast<int>(race.grid_size.x), static_cast<int>(race.block_size.x)}}}};
  const source_place& place = race.parties.front().place;
  const auto loop = statements_of(place.file).end_of_round(place.line, place.line);
  const std::uint64_t threads = std::uint64_t{race.grid_size.x} * race.block_size.x;
  if (loop && along_x && one[1] == 0 && index_in(race.element) == one[0] &&
      static_cast<std::uint64_t>(across) < threads)
    return {places + ", where the first has its own element",
            {{remedy_id::step_of_whole_grid, {loop->loop}, grouped(threads)}}};
  if (loop && race.same_value && has_one_number(race))
    return {"; they have the same number in their blocks, and store the same value",
            {{remedy_id::part_of_other_blocks, {loop->loop}}}};
  if (const long long apart = threads_apart(race);
      apart != 0 && apart % of_16_bits == 0 && has_one_number(race))
    return {fmt::format("; the two are {}{} threads apart: is a place kept in 16 bits?",
                        grouped(static_cast<std::uint64_t>(apart)),
                        apart == of_16_bits ? " = 2^16" : ", a multiple of 65,536 = 2^16,"),
            {{remedy_id::places_in_int}}};
  return {"", usual};
}

} // namespace

std::optional<store_beyond> store_beyond_end(const finding& race) {
  if (!of_two_writers(race) || race.space != "global" || race.block_size.x == 0 ||
      race.parties.size() != 2 || !(race.parties.front().place == race.parties.back().place))
    return {};
  auto one = place_in_grid(race.parties.front(), race.block_size),
       other = place_in_grid(race.parties.back(), race.block_size);
  if (one[0] < other[0])
    std::swap(one, other);
  // Of rows that end there, the element is the last one.
  const bool is_last = index_in(race.element) + 1 == (other[0] + 1) * (other[1] + 1);
  if (one[1] != other[1] || one[2] != 0 || other[2] != 0 || one[0] == other[0] || other[0] == 0 ||
      !is_last)
    return {};
  return store_beyond{one[0], other[0], other[1]};
}

std::optional<beyond_row> beyond_end_of_row(const finding& race) {
  if (race.block_size.x == 0 || race.parties.size() != 2 ||
      !(race.parties.front().place == race.parties.back().place))
    return {};
  auto one = place_in_grid(race.parties.front(), race.block_size),
       other = place_in_grid(race.parties.back(), race.block_size);
  if (one[0] < other[0])
    std::swap(one, other);
  const long long across = one[0] - other[0], down = other[1] - one[1];
  const long long row = down > 0 && across % down == 0 ? across / down : 0; // elements
  if (one[2] != other[2] || row <= 1 || other[0] >= row || one[0] < row ||
      one[0] >= row + race.block_size.x)
    return {};
  return beyond_row{one[0], row};
}

finding_words grid_race_words(const finding& race, const std::string& launch) {
  const int one = race.parties.front().place.line, writer = race.parties.back().place.line;
  const std::string count = counted(race.count, "such element") + " in " + launch;
  const std::string any_order =
      "the two are in different blocks, and blocks of one launch run in any order; " + count;
  const std::string no_flag =
      "the two are in different blocks, and no fence and flag orders them; " + count;
  const bool plain = race.why == finding_case::between_blocks ||
                     race.why == finding_case::between_blocks_without_fence || of_two_writers(race);
  if (race.cooperative && plain)
    return {"the two are in different blocks, and no grid.sync() separates them; " + count,
            grid_barrier_remedy(race)};
  switch (race.why) {
  case finding_case::between_blocks_without_fence:
    return {no_flag, {{remedy_id::fences_around_flag, {writer, one}}}};
  case finding_case::waw_without_fence:
    return {no_flag, {{remedy_id::fences_around_lock, {std::min(one, writer)}}}};
  case finding_case::plain_read_among_atomics:
    return {any_order, {{remedy_id::use_what_atomic_returned, {one}}}};
  case finding_case::plain_write_among_atomics:
    return {any_order, {{remedy_id::set_before_atomics}}};
  case finding_case::block_atomics_of_two_blocks:
    return {"the two are in different blocks, and an operation whose name ends in _block is atomic "
            "within a block only; " +
                count,
            {{remedy_id::atomic_of_the_device}}};
  case finding_case::waw_between_blocks: {
    finding_words meeting = how_they_meet(race);
    if (const auto beyond = store_beyond_end(race);
        beyond && meeting.remedy.front().id != remedy_id::grid_for_block)
      meeting.remedy = {{remedy_id::store_nothing_beyond, {static_cast<int>(beyond->x)}, "x"}};
    return {any_order + meeting.text, meeting.remedy};
  }
  default:
    if (race.aliased_at != 0)
      return {any_order, {{remedy_id::same_address_twice, {race.aliased_at}}}};
    // What is overwritten in a later line, or the same one, should have been read as it was before.
    // (What has no name, the student's own code has allocated.)
    if (one == writer && race.variable.rfind("the memory from", 0) == 0)
      return {any_order, {{remedy_id::guard_or_second_array}}};
    return {any_order, {{one <= writer ? remedy_id::second_array : remedy_id::launch_of_its_own}}};
  }
}

} // namespace cudalab::emulator
