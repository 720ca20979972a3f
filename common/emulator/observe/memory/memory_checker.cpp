// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/memory/memory_checker.h"

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "emulator/emulator.h"
#include "emulator/observe/findings/fatal.h"
#include "emulator/observe/findings/finding_log.h"
#include "emulator/observe/findings/sighting_words.h"
#include "emulator/observe/symbols/source_lines.h"
#include "emulator/runtime/counters.h"
#include "emulator/runtime/memory/device_memory.h"
#include "emulator/runtime/queue/operation.h"
#include "emulator/runtime/queue/submit.h"

namespace cudalab::emulator {

memory_checker::memory_checker(shadow_memory& state)
    : memory_checker(state, shared_layout::instance(), device_memory::instance().reserved_bytes()) {
}

memory_checker::memory_checker(shadow_memory& state, const shared_layout& layout,
                               std::size_t device_bytes)
    : state_(state), layout_(layout), device_bytes_(device_bytes), fresh_(device_bytes) {}

std::unique_ptr<block_observer> memory_checker::watch_blocks() {
  return std::make_unique<block_memory>(state_, layout_, device_bytes_, fresh_, misuse_,
                                        collectors_.make());
}

void memory_checker::launch_begins(const launch_record&) {
  fatal_sighting::instance().launch_begins();
}

namespace {

/// A copy or a fill, or a node of a graph that looks at its condition.
finding finding_of(const operation& work, std::uint64_t number, const memory_use& use,
                   finding_kind kind) {
  const auto offset = static_cast<std::uint64_t>(use.begin - device_memory::instance().begin());
  const named_object object = name_object(memory_space::global, offset, 1, nullptr);
  finding found;
  found.kind = kind;
  found.count = 1;
  found.space = "global";
  found.launch = number;
  found.variable = found.element = object.variable;
  found.parties = {{.action = work.effect == memory_effect::decides
                                  ? "adds the node that decides by it"
                              : use.writes ? "copies or fills into it"
                                           : "copies from it",
                    .thread = {},
                    .block = {},
                    .place = place_of(work.called_at),
                    .on_host = true}};
  return found;
}

/// What is there no longer, or not yet, when its turn has come. Not so where nothing orders the
/// two: that is told as such. Nor after an exception: cudaFree does not wait for other devices.
void look_at_life(const operation& work, std::uint64_t number, const memory_use& use) {
  if (is_made_to_fail())
    return;
  const device_memory& memory = device_memory::instance();
  if (memory.find(use.begin))
    return;
  const std::optional<allocation> gone = memory.nearest(use.begin);
  const bool meant = gone && !gone->live && gone->kind == memory_kind::device &&
                     use.begin >= gone->begin && use.begin < gone->end();
  if (!meant || (gone->freed_at != 0 && !happens_before(gone->freed_at, number)))
    return;
  finding found = finding_of(work, number, use, finding_kind::use_after_free);
  found.detail = words_of_life(*gone, found.variable);
  if (!gone->was_there)
    found.why = finding_case::not_there_yet;
  else
    found.parties.push_back({.action = "frees it",
                             .thread = {},
                             .block = {},
                             .place = place_of(gone->freed_by),
                             .on_host = true});
  finding_log::instance().add(std::move(found));
}

} // namespace

void memory_checker::transfer_begins(std::uint64_t number, const operation& work) {
  const device_memory& memory = device_memory::instance();
  for (const memory_use& use : work.uses) {
    if (!memory.in_range(use.begin))
      continue;
    if (work.effect == memory_effect::transfers)
      look_at_life(work, number, use);
    const std::uint8_t known = state_.bytes()[use.begin - memory.begin()];
    if (work.effect == memory_effect::decides &&
        (known & (shadow_memory::written_before | shadow_memory::written_now)) == 0) {
      finding found = finding_of(work, number, use, finding_kind::uninitialised_read);
      found.why = finding_case::of_a_condition;
      finding_log::instance().add(std::move(found));
    }
  }
}

namespace {

/// Of a read of what nobody wrote: whether the memory is an output; if not, whether it was filled
/// before the launch not at all, or only in its first bytes. Then a copy is missing, or has too few
/// bytes.
void look_who_filled(sighting& seen, const std::uint8_t* state) {
  if (seen.kind != finding_kind::uninitialised_read || seen.space != object_space::global)
    return;
  if ((state[seen.offset] & shadow_memory::output_byte) != 0) {
    seen.why = finding_case::of_an_output;
    return;
  }
  const device_memory& memory = device_memory::instance();
  const std::optional<allocation> around = memory.find(memory.begin() + seen.offset);
  if (!around || is_variable(around->kind))
    return;
  const auto is_before = [](std::uint8_t each) {
    return (each & shadow_memory::written_before) != 0;
  };
  const auto is_any = [](std::uint8_t each) {
    return (each & (shadow_memory::written_now | shadow_memory::output_byte)) != 0;
  };
  const std::uint8_t* const begin = state + (around->begin - memory.begin());
  const std::uint8_t* const end = begin + around->bytes;
  const std::uint8_t* const filled = std::find_if_not(begin, end, is_before);
  if (filled == begin && std::none_of(begin, end, is_any)) {
    seen.why = finding_case::never_filled;
  } else if (filled != begin && std::none_of(filled, end, is_before)) {
    seen.why = finding_case::filled_in_part;
    seen.here = filled - begin;
    seen.elsewhere = end - begin;
  } else if (!is_before(state[seen.offset]) && !is_any(state[seen.offset])) {
    seen.why = finding_case::element_never_filled; // what `a[i] += b` reads is written by now
  }
}

} // namespace

void memory_checker::launch_ended(const launch_record& launch) {
  fatal_sighting::instance().deliver(launch);
  collectors_.deliver(launch, [this](sighting& seen) { look_who_filled(seen, state_.bytes()); });
  tell_misuse(launch);
  settle_fresh_pages();
}

namespace {

/// "the kernel reads d_out[3] (lab.cu:7)"
std::string used(const finding& found) {
  const source_place& place = found.parties.front().place;
  const std::string where =
      place.line == 0
          ? ""
          : fmt::format(" ({}:{})", std::filesystem::path(place.file).filename().string(),
                        place.line);
  return fmt::format("the kernel {} {}{}", found.parties.front().action, found.element, where);
}

} // namespace

void memory_checker::tell_misuse(const launch_record& launch) {
  if (const auto read = std::exchange(misuse_.output_read, std::nullopt)) {
    const finding found = to_finding(*read, launch, 1);
    const std::uint64_t layers = std::uint64_t{launch.grid.z} * launch.block.z;
    const bool updates = found.parties.front().action == std::string_view("updates");
    keep_remark(
        {used(found) + ", an output: it is only to be written",
         updates
             ? fmt::format("An atomic operation is for an element that several threads share, and "
                           "{} has one thread for each element: let that one add up all of it in a "
                           "local variable, and store it once.{}",
                           found.variable,
                           layers == 1 ? ""
                                       : fmt::format(" This launch has {} layers of threads along "
                                                     "z: which of them make the same element?",
                                                     layers))
             : fmt::format("What {} holds goes through memory each time. Keep the value in a local "
                           "variable until it is complete, store it once, and read inputs from "
                           "where they are.",
                           found.variable)});
  }
  if (const auto written = std::exchange(misuse_.input_written, std::nullopt)) {
    const finding found = to_finding(*written, launch, 1);
    keep_remark({used(found) + ", an input: it is only to be read",
                 fmt::format("Nobody may change {}, not even for a moment: other kernels may read "
                             "it meanwhile. Keep what you make of it in a local variable.",
                             found.variable)});
  }
}

void memory_checker::grid_synchronised(const launch_record&) {
  settle_fresh_pages();
}

/// What was written up to now is written for all blocks, and for the next launch.
void memory_checker::settle_fresh_pages() {
  for (const std::size_t page : fresh_.list) {
    std::uint8_t* const bytes = state_.bytes() + page * fresh_pages::page_bytes;
    for (std::size_t i = 0; i < fresh_pages::page_bytes; ++i)
      if (bytes[i] & shadow_memory::written_now)
        bytes[i] = shadow_memory::good | (bytes[i] & shadow_memory::output_byte);
    fresh_.known[page].store(0);
  }
  fresh_.list.clear();
}

void end_at_bad_free(const void* pointer, bool was_freed, const void* caller) {
  sighting seen;
  seen.kind = was_freed ? finding_kind::double_free : finding_kind::invalid_free;
  seen.offset = reinterpret_cast<std::uintptr_t>(pointer);
  seen.later = current_party("frees it", caller);
  fatal_sighting::instance().end_launch(seen, illegal_address);
}

} // namespace cudalab::emulator
