// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/race/operation_footprint.h"

#include <algorithm>
#include <bit>

namespace cudalab::emulator {

namespace {

using clash_use = std::function<void(const footprint_clash&)>;

bool clash(const global_touch& one, const global_touch& other) {
  return one && other && (one.mask & other.mask) != 0 &&
         clash_between_blocks(one.role(), other.role());
}

global_touch touch_of(const operation_footprint::range& range) {
  global_touch made;
  made.moment = 1;
  made.mask = 0xF;
  made.role_bits = static_cast<std::uint32_t>(range.writes ? touch_role::write : touch_role::read);
  return made;
}

void compare_cells(std::uint64_t offset, const touch_pair& earlier, const touch_pair& later,
                   const clash_use& use) {
  for (const global_touch& before : earlier)
    for (const global_touch& now : later)
      if (clash(before, now)) {
        const std::uint32_t common = before.mask & now.mask;
        use({offset + static_cast<unsigned>(std::countr_zero(common)), common == 0xF ? 4u : 1u,
             before, now});
        return;
      }
}

/// `range_is_later`: the copy's operation came after the kernel's.
void compare_range(const touched_pages& pages, const operation_footprint::range& range,
                   bool range_is_later, const clash_use& use) {
  constexpr std::size_t page_bytes = operation_footprint::page_bytes;
  const std::uint64_t end = range.offset + range.bytes;
  const touch_pair all{touch_of(range), global_touch()};
  for (auto page = pages.lower_bound(range.offset / page_bytes);
       page != pages.end() && page->first * page_bytes < end; ++page)
    for (std::size_t i = 0; i < page->second.size(); ++i) {
      const std::uint64_t offset = page->first * page_bytes + 4 * i;
      if (offset + 4 <= range.offset || offset >= end)
        continue;
      const touch_pair& cell = page->second[i];
      compare_cells(offset, range_is_later ? cell : all, range_is_later ? all : cell, use);
    }
}

} // namespace

void operation_footprint::forget(const range& gone) {
  const std::uint64_t end = gone.offset + gone.bytes;
  for (auto page = pages.lower_bound(gone.offset / page_bytes);
       page != pages.end() && page->first * page_bytes < end; ++page)
    for (std::size_t i = 0; i < page->second.size(); ++i)
      if (const std::uint64_t offset = page->first * page_bytes + 4 * i;
          offset >= gone.offset && offset < end)
        page->second[i] = {};
  std::erase_if(ranges,
                [&](const range& each) { return each.offset >= gone.offset && each.offset < end; });
}

std::optional<operation_footprint::part>
operation_footprint::part_written(std::uint64_t begin, std::uint64_t end) const {
  part all{end, begin};
  std::uint64_t written = 0;
  const auto add = [&](std::uint64_t from, std::uint64_t to) {
    all = {std::min(all.begin, from), std::max(all.end, to)};
    written += to - from;
  };
  for (const range& each : ranges)
    if (const std::uint64_t from = std::max(each.offset, begin),
        to = std::min(each.offset + each.bytes, end);
        each.writes && from < to)
      add(from, to);
  const auto writes = [](const global_touch& touch) { return touch && is_write(touch.role()); };
  for (auto page = pages.lower_bound(begin / page_bytes);
       page != pages.end() && page->first * page_bytes < end; ++page)
    for (std::size_t i = 0; i < page->second.size(); ++i) {
      const std::uint64_t offset = page->first * page_bytes + 4 * i;
      const touch_pair& cell = page->second[i];
      if (offset >= begin && offset < end && (writes(cell[0]) || writes(cell[1])))
        add(offset, offset + 4);
    }
  if (written == 0 || written != all.end - all.begin)
    return {};
  return all;
}

void for_clashes(const operation_footprint& earlier, const operation_footprint& later,
                 const clash_use& use) {
  for (const auto& [number, cells] : later.pages)
    if (const auto before = earlier.pages.find(number); before != earlier.pages.end())
      for (std::size_t i = 0; i < cells.size(); ++i)
        compare_cells(number * operation_footprint::page_bytes + 4 * i, before->second[i], cells[i],
                      use);
  for (const auto& range : earlier.ranges)
    compare_range(later.pages, range, false, use);
  for (const auto& range : later.ranges) {
    compare_range(earlier.pages, range, true, use);
    for (const auto& other : earlier.ranges) {
      const std::uint64_t begin = std::max(range.offset, other.offset);
      const std::uint64_t end = std::min(range.offset + range.bytes, other.offset + other.bytes);
      if (begin < end && (range.writes || other.writes))
        use({begin, static_cast<std::uint32_t>(std::min<std::uint64_t>(end - begin, 4)),
             touch_of(other), touch_of(range)});
    }
  }
}

} // namespace cudalab::emulator
