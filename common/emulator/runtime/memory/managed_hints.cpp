// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/runtime/memory/managed_hints.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <mutex>

namespace cudalab::emulator {

namespace {

/// Ranges that do not overlap, by their begins.
struct hinted_ranges {
  struct range {
    const std::byte* end = nullptr;
    managed_hints hints;
  };
  std::mutex mutex;
  std::map<const std::byte*, range> all;

  static hinted_ranges& instance() {
    static hinted_ranges& only = *new hinted_ranges;
    return only;
  }

  /// No range has the place inside.
  void split(const std::byte* place) {
    const auto after = all.upper_bound(place);
    if (after == all.begin())
      return;
    const auto before = std::prev(after);
    if (before->first == place || before->second.end <= place)
      return;
    all[place] = before->second;
    before->second.end = place;
  }
  /// Ranges fill all of it, and end with it.
  void fill(const std::byte* begin, const std::byte* end) {
    split(begin);
    split(end);
    for (const std::byte* at = begin; at < end;) {
      const auto next = all.lower_bound(at);
      if (next != all.end() && next->first == at) {
        at = next->second.end;
        continue;
      }
      const std::byte* const until = next == all.end() ? end : std::min(end, next->first);
      all[at] = {until, {}};
      at = until;
    }
  }
};

bool same(const cudaMemLocation& one, const cudaMemLocation& other) {
  return one.type == other.type && one.id == other.id;
}

} // namespace

void change_managed_hints(const void* begin, std::size_t bytes,
                          const std::function<void(managed_hints&)>& change) {
  hinted_ranges& ranges = hinted_ranges::instance();
  const std::lock_guard lock(ranges.mutex);
  const auto* const first = static_cast<const std::byte*>(begin);
  ranges.fill(first, first + bytes);
  for (auto each = ranges.all.find(first); each != ranges.all.end() && each->first < first + bytes;
       ++each)
    change(each->second.hints);
}

void forget_managed_hints(const void* begin, std::size_t bytes) {
  hinted_ranges& ranges = hinted_ranges::instance();
  const std::lock_guard lock(ranges.mutex);
  const auto* const first = static_cast<const std::byte*>(begin);
  ranges.split(first);
  ranges.split(first + bytes);
  ranges.all.erase(ranges.all.lower_bound(first), ranges.all.lower_bound(first + bytes));
}

managed_hints managed_hints_of(const void* begin, std::size_t bytes) {
  hinted_ranges& ranges = hinted_ranges::instance();
  const std::lock_guard lock(ranges.mutex);
  const auto* const first = static_cast<const std::byte*>(begin);
  ranges.fill(first, first + bytes);
  auto each = ranges.all.find(first);
  managed_hints common = each->second.hints;
  for (++each; each != ranges.all.end() && each->first < first + bytes; ++each) {
    const managed_hints& other = each->second.hints;
    common.read_mostly = common.read_mostly && other.read_mostly;
    if (!same(common.preferred, other.preferred))
      common.preferred = {cudaMemLocationTypeInvalid, 0};
    if (!same(common.prefetched, other.prefetched))
      common.prefetched = {cudaMemLocationTypeInvalid, 0};
    std::erase_if(common.accessed_by,
                  [&](int device) { return other.accessed_by.count(device) == 0; });
  }
  return common;
}

} // namespace cudalab::emulator
