// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/findings/sighting.h"

#include <cstring>

#include <fmt/format.h>

#include "emulator/observe/findings/fatal.h"
#include "emulator/observe/findings/finding_log.h"
#include "emulator/observe/findings/indexed_array.h"
#include "emulator/observe/findings/missed_object.h"
#include "emulator/observe/findings/overflowed_offset.h"
#include "emulator/observe/findings/pointer_holder.h"
#include "emulator/observe/findings/return_place.h"
#include "emulator/observe/findings/sighting_words.h"
#include "emulator/observe/symbols/address_kinds.h"
#include "emulator/observe/symbols/shared_layout.h"
#include "emulator/observe/symbols/variables.h"
#include "emulator/runtime/counters.h"
#include "emulator/runtime/memory/device_memory.h"
#include "emulator/runtime/memory/shared_memory.h"

namespace cudalab::emulator {

namespace {

const char* text_of(object_space space) {
  switch (space) {
  case object_space::shared:
    return "shared";
  case object_space::global:
    return "global";
  case object_space::local:
    return "local";
  case object_space::host:
    return "host";
  case object_space::none:
    break;
  }
  return "";
}

/// Whether the index is the thread's own number along a side of its block, or in all of it, where
/// the array has fewer elements than that side has threads: no other index would do for that
/// thread. The rows of an array are not shared out so where threads have no rows.
bool is_of_missing_element(const sighting& seen, const launch_record& launch) {
  const std::vector<std::uint64_t> dimensions = dimensions_in(seen.array_type);
  if (dimensions.empty() || seen.here < 0)
    return false;
  const auto index = static_cast<std::uint64_t>(seen.here);
  const index3 thread = index_of(seen.later.thread, launch.block);
  if (dimensions.size() > 1 && launch.block.y == 1 && launch.block.z == 1)
    return false;
  const auto is_own = [&](std::uint64_t own, std::uint64_t threads) {
    return index == own && threads > dimensions[0];
  };
  return is_own(thread.x, launch.block.x) || is_own(thread.y, launch.block.y) ||
         is_own(thread.z, launch.block.z) || is_own(seen.later.thread, launch.threads_per_block());
}

/// Which story an access outside is, and what it is called then.
void look_at_bounds(const sighting& seen, const launch_record& launch, finding& found) {
  if (seen.space == object_space::none && is_stale_pointer(seen.offset))
    found.why = finding_case::pointer_never_set;
  if (seen.array_type != nullptr && is_of_missing_element(seen, launch))
    found.why = finding_case::more_threads;
  if (seen.space == object_space::shared && seen.array_type == nullptr)
    if (const shared_variable* const array = shared_layout::instance().variable_at(seen.offset);
        array != nullptr && array->dynamic)
      found.why = smaller_blocks_before(launch).x != 0 ? finding_case::dynamic_bytes_kept
                                                       : finding_case::dynamic_array;
  if (seen.space != object_space::global || seen.array_type != nullptr)
    return;
  if (const auto overflow = overflow_at(seen.offset, seen.bytes)) {
    found.why = finding_case::overflowed_offset;
    const named_object meant =
        name_object(memory_space::global, overflow->meant, seen.bytes, seen.later.pc);
    found.variable = meant.variable;
    found.element = meant.element;
    return;
  }
  if (seen.bytes <= 4)
    return;
  const device_memory& memory = device_memory::instance();
  const std::byte* const address = memory.begin() + seen.offset;
  const std::optional<allocation> around = memory.find(address);
  if (!around || address + seen.bytes <= around->end())
    return;
  found.why = finding_case::part_outside;
  const std::ptrdiff_t first = address - around->begin;
  found.element = fmt::format("bytes {} to {} of {}", first,
                              first + static_cast<std::ptrdiff_t>(seen.bytes) - 1, found.variable);
}

/// The number of the element of global memory at the lowest place of a race.
std::uint64_t lowest_element_of(const sighting& seen) {
  const device_memory& memory = device_memory::instance();
  if (seen.kind != finding_kind::race || seen.space != object_space::global || seen.bytes == 0)
    return 0;
  const std::byte* const address = memory.begin() + seen.lowest;
  const std::optional<allocation> array = memory.find(address);
  return array ? static_cast<std::uint64_t>(address - array->begin) / seen.bytes : 0;
}

/// Lines of the party's own file in which the function with its place was called, and that which
/// called it: of a kernel none.
std::vector<int> lines_of_calls(const sighting& seen, const source_place& place,
                                const launch_record& launch) {
  constexpr std::size_t most = 3;
  std::vector<source_place> calls = inlined_calls_behind(seen.later.pc);
  for (const void* const each : seen.behind) {
    if (each == nullptr)
      break;
    calls.push_back(place_of(each));
    for (source_place& inlined : inlined_calls_behind(each))
      calls.push_back(std::move(inlined));
  }
  std::vector<int> lines;
  for (const source_place& call : calls) {
    const bool launches = call.line == launch.line && call.file.ends_with(launch.file);
    if (call.line == 0 || call.file != place.file || launches || lines.size() == most)
      break;
    if (lines.empty() || lines.back() != call.line) // as where a template calls itself
      lines.push_back(call.line);
  }
  return lines;
}

/// Of a misaligned access to the beginning of a row of a shared array, or to a place in it that is
/// as good: the bytes of a row, where they are no multiple of those of the access. Else 0.
std::uint64_t bytes_of_bad_row(const sighting& seen) {
  const shared_variable* const array = shared_layout::instance().variable_at(seen.offset);
  if (seen.space != object_space::shared || array == nullptr || array->dynamic || seen.bytes == 0 ||
      array->offset % seen.bytes != 0)
    return 0;
  const array_shape shape = shape_of_shared(*array, seen.later.pc);
  if (shape.dimensions.size() < 2)
    return 0;
  const std::uint64_t row = shape.dimensions.back() * shape.element_bytes;
  return row % seen.bytes != 0 && (seen.offset - array->offset) % row % seen.bytes == 0 ? row : 0;
}

/// The line of a launch that gives its kernel the same address twice, in the memory that two
/// threads race for; 0: it does not.
int line_of_alias(const sighting& seen, const launch_record& launch) {
  const device_memory& memory = device_memory::instance();
  if (seen.kind != finding_kind::race || seen.space != object_space::global)
    return 0;
  const std::byte* const address = memory.begin() + seen.offset;
  const std::optional<allocation> array = memory.find(address);
  if (!array || launch.arguments == nullptr)
    return 0;
  const std::byte* nearest = nullptr; // of those before the place, or at it
  bool twice = false;
  for (std::size_t at = 0; at + sizeof(void*) <= launch.argument_bytes; at += sizeof(void*)) {
    const std::byte* pointer = nullptr;
    std::memcpy(&pointer, launch.arguments + at, sizeof pointer);
    if (pointer < array->begin || pointer > address || (nearest != nullptr && pointer < nearest))
      continue;
    twice = pointer == nearest;
    nearest = pointer;
  }
  return twice ? launch.line : 0;
}

} // namespace

finding to_finding(const sighting& seen, const launch_record& launch, std::uint64_t count) {
  finding result;
  result.kind = seen.kind;
  result.why = seen.why;
  result.space = text_of(seen.space);
  result.kernel = launch.kernel;
  result.launch = launch.number;
  result.grid_size = launch.grid;
  result.block_size = launch.block;
  result.block = seen.later.block;
  result.sequence = seen.sequence;
  result.count = count;
  result.within_warp = seen.within_warp;
  result.in_step = seen.in_step;
  result.same_value = seen.same_value;
  result.several_store = seen.several_store;
  result.several_warps = launch.threads_per_block() > warp_size;
  result.is_volatile = seen.is_volatile;
  result.cooperative = launch.cooperative;
  result.not_committed = seen.not_committed;
  result.of_grid = seen.of_grid;
  result.exchanges = seen.exchanges;
  result.by = seen.by;
  for (const sighting_party* party : {&seen.later, &seen.earlier})
    if (party->action != nullptr)
      result.parties.push_back({.action = party->action,
                                .thread = index_of(party->thread, launch.block),
                                .block = index_of(party->block, launch.grid),
                                .place = place_of(party->pc),
                                .warp_barrier = place_of(party->warp_barrier)});
  if (!result.parties.empty())
    result.parties.front().called_in = lines_of_calls(seen, result.parties.front().place, launch);
  result.opens_block = seen.opens_block;
  if (seen.kind == finding_kind::misaligned)
    result.row_bytes = bytes_of_bad_row(seen);
  if (const source_place wait = place_of(seen.waited_at);
      seen.waited_at != nullptr && wait.file == result.parties.front().place.file)
    result.waited_in = wait.line;
  if (seen.exits != nullptr) {
    source_place& left = result.parties.back().place;
    left = place_of_return(*seen.exits, launch);
    result.why = seen.kind == finding_kind::absent_lanes
                     ? why_lane_ended(left)
                     : why_not_there(result.parties.front().place,
                                     last_line_of_function(seen.later.pc), left);
    if (result.why != finding_case::lane_returned && result.why != finding_case::returned_early)
      result.parties.back().action = "ended";
  }
  if (seen.array_type != nullptr) {
    const indexed_array object = name_array(seen);
    result.variable = object.name.variable;
    result.element = object.name.element;
    result.space = text_of(object.space);
  } else if (seen.space == object_space::shared || seen.space == object_space::global) {
    const memory_space space =
        seen.space == object_space::shared ? memory_space::shared : memory_space::global;
    const named_object object = name_object(space, seen.offset, seen.bytes, seen.later.pc);
    result.variable = object.variable;
    result.element = object.element;
  } else if (seen.space == object_space::host) {
    result.variable = result.element =
        host_place_of(reinterpret_cast<const void*>(seen.offset)).name;
  }
  if (seen.kind == finding_kind::out_of_bounds)
    look_at_bounds(seen, launch, result);
  if (seen.kind == finding_kind::use_after_free && !was_ever_there(seen.offset))
    result.why = finding_case::not_there_yet;
  else if (seen.kind == finding_kind::use_after_free && was_freed_by_operation(seen.offset))
    result.why = finding_case::freed_by_operation;
  if (result.why != finding_case::overflowed_offset) // far from everything
    result.missed = missed_by(seen, result, launch);
  if (seen.kind == finding_kind::peer_access)
    result.needed_call =
        fmt::format("cudaDeviceEnablePeerAccess({}, 0) with device {} as the current one",
                    device_memory::instance().device_at(seen.offset), launch.device);
  result.aliased_at = line_of_alias(seen, launch);
  result.lowest_element = lowest_element_of(seen);
  result.detail = detail_of(seen, result, launch);
  if (seen.kind == finding_kind::host_pointer && result.variable.empty())
    if (const std::string holder = holder_of_pointer(seen.offset, launch); !holder.empty()) {
      result.detail += ". The pointer to it is in " + holder;
      result.why = finding_case::pointer_in_structure;
    }
  result.few_threads = result.kind == finding_kind::uninitialised_read &&
                       result.space == "shared" && !result.detail.empty();
  return result;
}

std::vector<finding> sighting_collector::take(const launch_record& launch, std::uint64_t last_block,
                                              const last_look& look) {
  std::vector<finding> result;
  for (auto& [key, place] : entries_) {
    place.example.within_warp = place.within_warp;
    place.example.same_value = place.same_value;
    place.example.several_store = place.several_store;
    place.example.lowest = std::min(place.lowest, place.example.offset);
    std::uint64_t count = 0;
    for (const auto& [block, times] : place.blocks)
      count += block <= last_block ? times : 0;
    if (count == 0)
      continue;
    if (look)
      look(place.example);
    result.push_back(to_finding(place.example, launch, count));
  }
  entries_.clear();
  recent_ = {};
  return result;
}

std::shared_ptr<sighting_collector> sighting_collectors::make() {
  const std::lock_guard guard(mutex_);
  return all_.emplace_back(std::make_shared<sighting_collector>());
}

void sighting_collectors::deliver(const launch_record& launch, const last_look& look) {
  const std::lock_guard guard(mutex_);
  for (const auto& each : all_)
    for (finding& found : each->take(launch, fatal_sighting::instance().last_block(), look))
      finding_log::instance().add(std::move(found));
}

} // namespace cudalab::emulator
