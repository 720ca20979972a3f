// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/race/barrier_clocks.h"

#include <algorithm>

namespace cudalab::emulator {

void block_clock::raise(std::size_t place, std::uint32_t passed) {
  if (passed_.empty())
    passed_.resize(first_thread + max_threads_per_block);
  passed_[place] = std::max(passed_[place], passed);
}

void block_clock::learn(const block_clock& other) {
  if (passed_.empty()) {
    passed_ = other.passed_;
    return;
  }
  for (std::size_t i = 0; i < other.passed_.size(); ++i)
    passed_[i] = std::max(passed_[i], other.passed_[i]);
}

void block_clock::add_to(std::vector<clock_entry>& entries, std::uint64_t block) const {
  for (std::uint32_t i = 0; i < passed_.size(); ++i)
    if (passed_[i] != 0)
      entries.push_back({i < first_thread
                             ? warp_actor(block, i)
                             : thread_actor(block, i - static_cast<std::uint32_t>(first_thread)),
                         passed_[i]});
}

void barrier_clocks::forget() {
  if (!in_use())
    return;
  barriers_.clear();
  threads_.clear();
}

/// Calls use(clock) for what the thread knows, until it returns true.
template <class Use>
bool barrier_clocks::any_known(const thread_state& now, const Use& use) const {
  if (threads_.empty())
    return false;
  if (const block_clock& own = threads_[now.linear].known; own && use(own))
    return true;
  if (now.warp_epoch == 0)
    return false;
  // And what other lanes knew before the last warp barrier.
  const std::uint32_t begin = now.linear / warp_size * warp_size;
  for (std::uint32_t lane = begin; lane < begin + warp_size; ++lane) {
    const thread_clocks& other = threads_[lane];
    const block_clock& then = other.known_at < now.warp_epoch ? other.known : other.known_before;
    if (lane != now.linear && then && use(then))
      return true;
  }
  return false;
}

void barrier_clocks::arrived(const thread_state& now, const void* barrier, std::uint32_t fences,
                             const sync_clock& outside) {
  phase_clocks& at = barriers_[barrier];
  any_known(now, [&](const block_clock& clock) {
    at.arriving.learn(clock);
    return false;
  });
  at.arriving.learn_thread(now.linear, fences);
  if (now.warp_epoch != 0)
    at.arriving.learn_warp(now.warp(), now.warp_epoch);
  at.arriving_outside = sync_clock::join(at.arriving_outside, outside);
}

void barrier_clocks::phase_ended(const void* barrier) {
  phase_clocks& at = barriers_[barrier];
  at.ended = at.arriving;
  at.ended_outside = at.arriving_outside;
  ++at.phases;
}

const sync_clock& barrier_clocks::awaited(const thread_state& now, const void* barrier) {
  const phase_clocks& at = barriers_[barrier];
  if (threads_.empty())
    threads_.resize(max_threads_per_block);
  thread_clocks& who = threads_[now.linear];
  if (who.known_at != now.warp_epoch) {
    who.known_before = who.known;
    who.known_at = now.warp_epoch;
  }
  who.known.learn(at.ended);
  return at.ended_outside;
}

bool barrier_clocks::is_before(const thread_state& now, std::uint32_t thread,
                               std::uint32_t warp_epoch, std::uint32_t fences) const {
  return any_known(
      now, [&](const block_clock& clock) { return clock.covers(thread, warp_epoch, fences); });
}

void barrier_clocks::add_known(const thread_state& now, std::uint64_t block,
                               std::vector<clock_entry>& entries) const {
  block_clock all;
  any_known(now, [&](const block_clock& clock) {
    all.learn(clock);
    return false;
  });
  all.add_to(entries, block);
}

} // namespace cudalab::emulator
