// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/traffic/joined_accesses.h"

#include <algorithm>
#include <bit>

namespace cudalab::emulator {

namespace {

/// More vector objects than one basic block is in the middle of.
constexpr std::size_t most_open = 64;

bool same_memory(const lane_access& one, const lane_access& other) {
  return one.shared == other.shared && one.operation == other.operation;
}

std::uint64_t end_of(const lane_access& one) {
  return one.offset + one.bytes;
}

/// Loads of x and z become one of x, y and z, and that becomes one of 16 bytes.
void widen(lane_access& request, const lane_access& by) {
  const std::uint64_t end = std::max(end_of(request), end_of(by));
  request.bytes = static_cast<std::uint8_t>(std::bit_ceil(end - request.offset));
}

} // namespace

void joined_accesses::add(std::vector<lane_access>& trace, const lane_access& one,
                          std::uint32_t bits) {
  const access_part part = unpacked(bits);
  if (!open_.empty())
    separate(trace, one, part);
  if (part.block == 0 || one.operation == memory_operation::atomic) {
    trace.push_back(one);
    return;
  }
  const auto of_block = [&](const open_request& each) { return each.block == part.block; };
  if (std::any_of(open_.begin(), open_.end(), [&](const open_request& each) {
        return of_block(each) && each.pc >= one.pc; // the block has begun anew
      }))
    std::erase_if(open_, of_block);
  for (open_request& each : open_)
    if (of_block(each))
      each.pc = one.pc;
  if (joins_load(trace, one, part))
    return;
  if (open_.size() == most_open)
    open_.erase(open_.begin());
  open_.push_back({trace.size(), part.block, one.pc,
                   static_cast<std::uint8_t>(std::max<std::uint32_t>(one.bytes, part.alignment)),
                   part.member, part.apart});
  trace.push_back(one);
  if (one.operation == memory_operation::load)
    take_in(trace);
  else
    pair_stores(trace);
}

/// A compiler moves a load past a store, or a store past a load, only where it knows that they are
/// of different bytes: different members, different kinds of memory, or __restrict__ pointers.
void joined_accesses::separate(const std::vector<lane_access>& trace, const lane_access& one,
                               const access_part& part) {
  std::erase_if(open_, [&](const open_request& each) {
    const lane_access& request = trace[each.at];
    if (request.shared != one.shared)
      return false;
    if (one.operation == memory_operation::atomic)
      return true;
    const bool known = (part.member && each.member) || part.apart || each.apart;
    const bool loads = one.operation == memory_operation::load;
    return !known && !(loads && request.operation == memory_operation::load) &&
           !(part.block == each.block && request.operation == one.operation && part.member);
  });
}

bool joined_accesses::joins_load(std::vector<lane_access>& trace, const lane_access& one,
                                 const access_part& part) {
  if (one.operation != memory_operation::load)
    return false;
  for (const open_request& each : open_) {
    lane_access& request = trace[each.at];
    if (each.block != part.block || !same_memory(request, one) || one.offset < request.offset ||
        end_of(one) > request.offset + each.room)
      continue;
    widen(request, one);
    return true;
  }
  return false;
}

/// The newest load may be the first member: earlier loads of the block lie behind it.
void joined_accesses::take_in(std::vector<lane_access>& trace) {
  const open_request newest = open_.back();
  lane_access& request = trace[newest.at];
  std::erase_if(open_, [&](const open_request& each) {
    lane_access& other = trace[each.at];
    if (each.at == newest.at || each.block != newest.block || !same_memory(request, other) ||
        other.offset < request.offset || end_of(other) > request.offset + newest.room)
      return false;
    widen(request, other);
    other.bytes = 0;
    gone_ = true;
    return true;
  });
}

/// Nothing between two stores may be written: only neighbours of one size become one.
void joined_accesses::pair_stores(std::vector<lane_access>& trace) {
  for (std::size_t i = 0; i < open_.size();) {
    const open_request& each = open_[i];
    lane_access& lower = trace[each.at];
    const auto upper = std::find_if(open_.begin(), open_.end(), [&](const open_request& candidate) {
      const lane_access& other = trace[candidate.at];
      return candidate.block == each.block && same_memory(lower, other) &&
             other.offset == end_of(lower) && other.bytes == lower.bytes &&
             2u * lower.bytes <= each.room;
    });
    if (lower.operation != memory_operation::store || upper == open_.end()) {
      ++i;
      continue;
    }
    lower.bytes = static_cast<std::uint8_t>(2 * lower.bytes);
    trace[upper->at].bytes = 0;
    gone_ = true;
    open_.erase(upper);
    i = 0;
  }
}

void joined_accesses::settle(std::vector<lane_access>& trace) {
  close();
  if (gone_)
    std::erase_if(trace, [](const lane_access& one) { return one.bytes == 0; });
  gone_ = false;
}

} // namespace cudalab::emulator
