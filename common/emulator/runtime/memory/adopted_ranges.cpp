// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/runtime/memory/adopted_ranges.h"

#include <algorithm>

namespace cudalab::emulator {

namespace {

/// Index of the first range that begins after the address.
std::size_t after(const std::vector<adopted_range>& ranges, const std::byte* address) {
  const auto place =
      std::upper_bound(ranges.begin(), ranges.end(), address,
                       [](const std::byte* a, const adopted_range& r) { return a < r.begin; });
  return static_cast<std::size_t>(place - ranges.begin());
}

} // namespace

adopted_ranges& adopted_ranges::instance() {
  static adopted_ranges& all = *new adopted_ranges; // used until the very end of the process
  return all;
}

adopted_ranges::adopted_ranges() {
  publish({});
}

bool adopted_ranges::overlaps(const std::byte* begin, std::size_t bytes) const {
  const std::vector<adopted_range>& ranges = now_.load(std::memory_order_acquire)->ranges;
  const std::size_t next = after(ranges, begin);
  return (next < ranges.size() && ranges[next].begin < begin + bytes) ||
         (next > 0 && ranges[next - 1].begin + ranges[next - 1].bytes > begin);
}

bool adopted_ranges::add(const adopted_range& range) {
  if (overlaps(range.begin, range.bytes))
    return false;
  std::vector<adopted_range> ranges = now_.load()->ranges;
  const std::size_t next = after(ranges, range.begin);
  ranges.insert(ranges.begin() + static_cast<std::ptrdiff_t>(next), range);
  publish(std::move(ranges));
  return true;
}

void adopted_ranges::remove(const std::byte* begin) {
  std::vector<adopted_range> ranges = now_.load()->ranges;
  ranges.erase(std::remove_if(ranges.begin(), ranges.end(),
                              [&](const adopted_range& r) { return r.begin == begin; }),
               ranges.end());
  publish(std::move(ranges));
}

void adopted_ranges::publish(std::vector<adopted_range> ranges) {
  auto made = std::make_unique<table>();
  made->ranges = std::move(ranges);
  if (!made->ranges.empty()) {
    made->begin = made->ranges.front().begin;
    made->end = made->ranges.back().begin + made->ranges.back().bytes;
  }
  now_.store(made.get(), std::memory_order_release);
  tables_.push_back(std::move(made));
}

const adopted_range* adopted_ranges::search(const table& all, const std::byte* address) {
  constinit thread_local const table* last_table = nullptr;
  constinit thread_local std::size_t last = 0;
  if (last_table != &all || !all.ranges[last].holds(address)) {
    const std::size_t next = after(all.ranges, address);
    if (next == 0 || !all.ranges[next - 1].holds(address))
      return nullptr;
    last = next - 1;
    last_table = &all;
  }
  return &all.ranges[last];
}

const adopted_range* adopted_ranges::near(const std::byte* address, std::size_t distance) const {
  const std::vector<adopted_range>& ranges = now_.load(std::memory_order_acquire)->ranges;
  const std::size_t next = after(ranges, address);
  const auto reach = static_cast<std::ptrdiff_t>(distance);
  std::ptrdiff_t behind = reach + 1, before = reach + 1;
  if (next > 0)
    behind =
        std::max<std::ptrdiff_t>(0, address - (ranges[next - 1].begin + ranges[next - 1].bytes));
  if (next < ranges.size())
    before = ranges[next].begin - address;
  if (behind > reach && before > reach)
    return nullptr;
  return behind <= before ? &ranges[next - 1] : &ranges[next];
}

} // namespace cudalab::emulator
