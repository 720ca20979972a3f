// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/runtime/memory/memory_books.h"

#include <utility>

namespace cudalab::emulator {

namespace {

std::size_t distance(const allocation& from, const std::byte* to) {
  if (to < from.begin)
    return static_cast<std::size_t>(from.begin - to);
  return to < from.end() ? 0 : static_cast<std::size_t>(to - from.end()) + 1;
}

/// Of the allocations just before and after the address, the nearer one.
const allocation* nearest_in(const std::map<const std::byte*, allocation>& all,
                             const std::byte* address) {
  const auto after = all.upper_bound(address);
  const allocation* best = after == all.end() ? nullptr : &after->second;
  if (after != all.begin()) {
    const allocation& before = std::prev(after)->second;
    if (best == nullptr || distance(before, address) <= distance(*best, address))
      best = &before;
  }
  return best;
}

const allocation* found_in(const std::map<const std::byte*, allocation>& all,
                           const std::byte* begin) {
  const auto place = all.find(begin);
  return place == all.end() ? nullptr : &place->second;
}

} // namespace

std::byte* memory_books::find_room(const memory_region& region, std::byte* from,
                                   std::size_t bytes) const {
  if (bytes > region.bytes())
    return nullptr;
  const auto after = [&](const std::byte* other_end) {
    const std::size_t end = static_cast<std::size_t>(other_end - region.begin) + region.gap;
    return region.begin + (end + region.alignment - 1) / region.alignment * region.alignment;
  };
  std::byte* place = from;
  auto next = taken_.lower_bound(from);
  if (next != taken_.begin() && std::prev(next)->second + region.gap > from)
    place = after(std::prev(next)->second);
  for (; next != taken_.end() && next->first < region.end; ++next) {
    if (place + bytes + region.gap <= next->first)
      break;
    place = after(next->second);
  }
  const bool room =
      place <= region.end && static_cast<std::size_t>(region.end - place) >= bytes + region.gap;
  return room ? place : nullptr;
}

void memory_books::add(const allocation& made) {
  auto old = freed_.upper_bound(made.begin);
  if (old != freed_.begin() && std::prev(old)->second.end() > made.begin)
    --old;
  while (old != freed_.end() && old->second.begin < made.end())
    old = freed_.erase(old);
  passed_over_.erase(made.begin);
  live_.emplace(made.begin, made);
  if (!is_reserved(made.begin, made.bytes))
    taken_[made.begin] = made.end();
}

void memory_books::plan(const allocation& coming) {
  add(coming);
  planned_.emplace(coming.begin, coming);
  remove(coming.begin, nullptr);
}

void memory_books::end_plan(const std::byte* begin) {
  planned_.erase(begin);
  taken_.erase(begin);
  if (const auto gone = freed_.find(begin); gone != freed_.end() && !gone->second.was_there)
    freed_.erase(gone);
}

void memory_books::reserve(const std::byte* begin, std::size_t bytes) {
  reserved_[begin] = taken_[begin] = begin + bytes;
}

bool memory_books::end_reservation(const std::byte* begin, std::size_t bytes) {
  const auto found = reserved_.find(begin);
  if (found == reserved_.end() || found->second != begin + bytes)
    return false;
  reserved_.erase(found);
  taken_.erase(begin);
  return true;
}

bool memory_books::is_reserved(const std::byte* begin, std::size_t bytes) const {
  const auto after = reserved_.upper_bound(begin);
  return after != reserved_.begin() && begin + bytes <= std::prev(after)->second;
}

allocation* memory_books::planned(const std::byte* address) {
  const auto after = planned_.upper_bound(address);
  if (after == planned_.begin() || std::prev(after)->second.end() <= address)
    return nullptr;
  return &std::prev(after)->second;
}

const allocation* memory_books::planned(const std::byte* address) const {
  return const_cast<memory_books&>(*this).planned(address);
}

allocation memory_books::remove(const std::byte* begin, const void* caller,
                                std::uint64_t operation) {
  const auto place = live_.find(begin);
  allocation gone = place->second;
  gone.live = false;
  gone.freed_by = caller;
  gone.freed_at = operation;
  live_.erase(place);
  if (planned_.count(begin) == 0 && !is_reserved(begin, gone.bytes))
    taken_.erase(begin);
  allocation& kept = freed_[begin] = gone;
  kept.pages = nullptr;
  return gone;
}

const allocation* memory_books::live_at(const std::byte* begin) const {
  return found_in(live_, begin);
}

const allocation* memory_books::freed_at(const std::byte* begin) const {
  const allocation* const found = found_in(freed_, begin);
  return found == nullptr ? found_in(passed_over_, begin) : found;
}

void memory_books::pass_over(const std::byte* begin) {
  if (auto gone = freed_.extract(begin); !gone.empty())
    passed_over_.insert(std::move(gone));
}

const allocation* memory_books::holder(const std::byte* address) const {
  const auto after = live_.upper_bound(address);
  if (after == live_.begin() || std::prev(after)->second.end() <= address)
    return nullptr;
  return &std::prev(after)->second;
}

const allocation* memory_books::nearest_live(const std::byte* address) const {
  return nearest_in(live_, address);
}

const allocation* memory_books::nearest(const std::byte* address) const {
  const allocation* live = nearest_in(live_, address);
  const allocation* freed = nearest_in(freed_, address);
  if (live == nullptr || (freed != nullptr && distance(*freed, address) < distance(*live, address)))
    live = freed;
  return live;
}

} // namespace cudalab::emulator
