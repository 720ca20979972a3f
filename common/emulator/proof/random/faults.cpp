// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "faults.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace cudalab::proof {
namespace {

/// What has happened to a byte.
struct seen_touch {
  int block, thread;
  std::size_t epoch;
  bool write;
  manner how;
  const construct_use* by;
};

bool atomic(manner how) {
  return how == manner::atomic || how == manner::block_atomic;
}

bool race(const seen_touch& a, const seen_touch& b) {
  const bool same_block = a.block == b.block;
  if (same_block && (a.thread == b.thread || a.epoch != b.epoch))
    return false;
  if (!a.write && !b.write)
    return false;
  if (atomic(a.how) && atomic(b.how) &&
      (same_block || (a.how == manner::atomic && b.how == manner::atomic)))
    return false;
  return true;
}

bool certain(const seen_touch& a, const seen_touch& b) {
  return a.how != manner::volatile_access && b.how != manner::volatile_access;
}

class judge {
public:
  explicit judge(const generated_kernel& kernel) : kernel_(kernel) {
    for (const region& each : *kernel.regions)
      regions_[each.id] = &each;
  }

  std::vector<fault> faults() {
    for (std::size_t epoch = 0; epoch < kernel_.epochs.size(); ++epoch)
      for (int block = 0; block < kernel_.blocks; ++block)
        for (int thread = 0; thread < kernel_.threads; ++thread)
          look_at(epoch, block, thread);
    for (const auto& [region, block, cell] : racing_cells_)
      mixed_up(region, block, cell);
    return {found_.begin(), found_.end()};
  }

private:
  void look_at(std::size_t epoch, int block, int thread) {
    const expected all = kernel_.epochs[epoch]({thread, block, kernel_.threads, {}});
    all.for_each(
        [&](const touch& what, const std::vector<std::uint8_t>& bytes, const construct_use* by) {
          const region& in = *regions_.at(what.region);
          for (long i = 0; i < what.bytes; ++i)
            if (bytes[static_cast<std::size_t>(i)] == expected::needed)
              touched(in, what.begin + i, {block, thread, epoch, what.write, what.how, by});
        });
  }

  void touched(const region& in, long byte, const seen_touch& now) {
    if (byte < 0 || byte >= in.bytes()) {
      found_.insert({"out_of_bounds", now.by, nullptr});
      return;
    }
    auto& before = bytes_[{in.id, in.shared() ? now.block : 0, byte}];
    if (!now.write && byte >= in.elements * in.type->bytes && before.empty())
      found_.insert({"uninitialised_read", now.by, nullptr});
    if (in.shared() && !now.write && !written_before(before, now))
      found_.insert({"uninitialised_read", now.by, nullptr, false});
    for (const seen_touch& each : before)
      if (race(each, now)) {
        found_.insert({"race", each.by, now.by, certain(each, now)});
        racing_cells_.insert({in.id, in.shared() ? now.block : 0, byte / 4});
      }
    const auto same = [&](const seen_touch& each) {
      return each.block == now.block && each.thread == now.thread && each.epoch == now.epoch &&
             each.write == now.write && each.how == now.how && each.by == now.by;
    };
    if (std::none_of(before.begin(), before.end(), same))
      before.push_back(now);
  }

  static bool written_before(const std::vector<seen_touch>& before, const seen_touch& now) {
    return std::any_of(before.begin(), before.end(), [&](const seen_touch& each) {
      return each.write && (each.thread == now.thread || each.epoch < now.epoch);
    });
  }

  void mixed_up(int region, int block, long cell) {
    std::vector<seen_touch> all;
    for (long byte = cell * 4; byte < cell * 4 + 4; ++byte)
      if (const auto found = bytes_.find({region, block, byte}); found != bytes_.end())
        all.insert(all.end(), found->second.begin(), found->second.end());
    for (const seen_touch& one : all)
      for (const seen_touch& other : all)
        if (race(one, other))
          found_.insert({"race", one.by, other.by, false});
  }

  const generated_kernel& kernel_;
  std::set<std::tuple<int, int, long>> racing_cells_;
  std::map<int, const region*> regions_;
  std::map<std::tuple<int, int, long>, std::vector<seen_touch>> bytes_;
  std::set<fault> found_;
};

} // namespace

std::vector<fault> faults_in(const generated_kernel& kernel) {
  return judge(kernel).faults();
}

bool has_certain_fault(const generated_kernel& kernel) {
  const std::vector<fault> all = faults_in(kernel);
  return std::any_of(all.begin(), all.end(), [](const fault& each) { return each.certain; });
}

} // namespace cudalab::proof
