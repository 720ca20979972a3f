// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/race/block_sync.h"

#include <algorithm>

namespace cudalab::emulator {

namespace {

constexpr std::uint64_t shared_flag = std::uint64_t{1} << 63;

/// Of a barrier in memory that blocks share.
std::uint64_t flag_of_barrier(const void* barrier) {
  return reinterpret_cast<std::uintptr_t>(barrier) | std::uint64_t{1} << 61;
}

/// No barrier of the block lies between two accesses that this is said of.
constexpr std::uint32_t same_epoch = ~0u;

/// Whoever relies on a flag comes after those who set it before: whoever takes the last ticket may
/// set the counter back by a plain write.
sync_actor flag_actor(std::uint64_t flag) {
  return flag | std::uint64_t{1} << 62;
}

bool covers(const sync_clock& clock, std::uint32_t thread, const race_moment& moment) {
  return clock.passed(thread_actor(moment.block, thread)) > moment.fences ||
         clock.passed(warp_actor(moment.block, thread / warp_size)) > moment.warp_epoch ||
         clock.passed(block_actor(moment.block)) > moment.epoch;
}

} // namespace

void block_sync::block_begins(const block_state& block) {
  block_ = &block;
  for (const std::uint32_t thread : touched_) {
    threads_[thread] = {};
    is_touched_[thread] = false;
  }
  touched_.clear();
  own_flags_.clear();
  barriers_.forget();
  known_ = fenced_together_ = {};
  fenced_ = returned_ = 0;
}

block_sync::thread_sync& block_sync::touch(std::uint32_t thread) {
  if (!is_touched_[thread]) {
    is_touched_[thread] = true;
    touched_.push_back(thread);
  }
  return threads_[thread];
}

std::uint32_t block_sync::fences_since_barrier(std::uint32_t thread, std::uint32_t epoch) const {
  const thread_sync& who = threads_[thread];
  return who.fence_epoch == epoch ? who.fences - who.fences_before : 0;
}

touch_role block_sync::accessed(const block_state& block, const access& seen) {
  const std::uint32_t thread = block.thread->linear;
  const std::uint64_t flag =
      seen.offset / 4 | (seen.space == memory_space::shared ? shared_flag : 0);
  const touch_role role = role_of(seen.kind, seen.manner);
  if (role == touch_role::strong_read)
    read_flag(thread, block.thread->warp_epoch, flag);
  if (!is_write(role) || !in_use())
    return role;
  thread_sync& who = threads_[thread];
  const bool fenced = who.fences != 0;
  const bool first = fenced && !who.wrote_since_fence;
  who.wrote_since_fence = fenced;
  if (role == touch_role::write ? !first : !fenced && !fenced_together_)
    return role;
  set_flag(thread, flag);
  return role == touch_role::write            ? touch_role::flag_write
         : role == touch_role::volatile_write ? touch_role::volatile_flag_write
                                              : role;
}

/// What the flag tells is looked up when the thread relies on it: only then has it been read.
void block_sync::read_flag(std::uint32_t thread, std::uint32_t warp_epoch, std::uint64_t flag) {
  table_.note_flag();
  thread_sync& who = touch(thread);
  if (!in_use()) { // the last one may be set meanwhile
    who.flags.assign(1, flag);
    who.flags_at = warp_epoch;
    return;
  }
  if (!who.flags.empty() && who.flags_at < warp_epoch) {
    const auto guard = table_.lock();
    acquire(who, who.flags_at);
  }
  who.flags_at = warp_epoch;
  if (!who.flags.empty() && who.flags.back() == flag) // it waits
    return;
  who.flags.push_back(flag);
  if (who.flags.size() % 64 == 0) {
    std::sort(who.flags.begin(), who.flags.end());
    who.flags.erase(std::unique(who.flags.begin(), who.flags.end()), who.flags.end());
  }
}

void block_sync::set_flag(std::uint32_t thread, std::uint64_t flag) {
  const auto guard = table_.lock();
  const thread_sync& who = threads_[thread];
  if ((flag & shared_flag) == 0)
    if (const sync_clock all = sync_clock::join(who.released, fenced_together_)) {
      sync_clock& told = table_.at(flag);
      told = sync_clock::join(told, all);
    }
  sync_clock& told = own_flags_[flag];
  told = sync_clock::join(told, sync_clock::join(who.released_in_block, fenced_together_));
}

/// Under lock. The thread relies on the flags that it has read, `warp_epoch` being its then.
void block_sync::acquire(thread_sync& who, std::uint32_t warp_epoch) {
  sync_clock all = who.known;
  for (const std::uint64_t flag : who.flags) {
    if ((flag & shared_flag) == 0)
      all = sync_clock::join(all, table_.known_at(flag));
    if (all.passed(flag_actor(flag)) == 0)
      all = all.with({{flag_actor(flag), 1}});
    if (const auto own = own_flags_.find(flag); own != own_flags_.end())
      all = sync_clock::join(all, own->second);
  }
  who.flags.clear();
  learn(who, warp_epoch, std::move(all));
}

void block_sync::learn(thread_sync& who, std::uint32_t warp_epoch, sync_clock all) {
  if (all == who.known)
    return;
  if (who.known_at != warp_epoch) {
    who.known_before = std::move(who.known);
    who.known_at = warp_epoch;
  }
  who.known = std::move(all);
}

/// Under lock. Calls use(clock) for what the thread at hand knows, until it returns true.
template <class Use>
bool block_sync::any_known(const Use& use) {
  const thread_state& now = *block_->thread;
  thread_sync& own = threads_[now.linear];
  if (!own.flags.empty() && own.flags_at < now.warp_epoch)
    acquire(own, own.flags_at);
  if ((own.known && use(own.known)) || (known_ && use(known_)))
    return true;
  if (now.warp_epoch == 0)
    return false;
  // And what other lanes knew before the last warp barrier.
  const std::uint32_t begin = now.linear / warp_size * warp_size;
  for (std::uint32_t lane = begin; lane < begin + warp_size; ++lane) {
    if (!is_touched_[lane] || lane == now.linear)
      continue;
    thread_sync& other = threads_[lane];
    if (!other.flags.empty() && other.flags_at < now.warp_epoch)
      acquire(other, other.flags_at);
    const sync_clock& then = other.known_at < now.warp_epoch ? other.known : other.known_before;
    if (then && use(then))
      return true;
  }
  return false;
}

/// Under lock. What the thread at hand knows of others by flags.
sync_clock block_sync::all_known() {
  sync_clock known;
  any_known([&](const sync_clock& clock) {
    known = sync_clock::join(known, clock);
    return false;
  });
  return known;
}

void block_sync::count_fence(thread_sync& who, std::uint32_t epoch) {
  if (who.fence_epoch != epoch) {
    who.fence_epoch = epoch;
    who.fences_before = who.fences;
  }
  ++who.fences;
}

/// Under lock. What the current thread does from now on comes after what it releases now.
block_sync::thread_sync& block_sync::pass_fence(const block_state& block) {
  const thread_state& now = *block.thread;
  thread_sync& who = touch(now.linear);
  if (!who.flags.empty() && who.flags_at < now.warp_epoch)
    acquire(who, who.flags_at);
  acquire(who, now.warp_epoch);
  count_fence(who, block.epoch);
  return who;
}

void block_sync::fenced(const block_state& block, fence_scope scope) {
  table_.use();
  const thread_state& now = *block.thread;
  const auto guard = table_.lock();
  thread_sync& who = pass_fence(block);
  std::vector<clock_entry> done{{thread_actor(block.linear, now.linear), who.fences}};
  if (now.warp_epoch != 0)
    done.push_back({warp_actor(block.linear, now.warp()), now.warp_epoch});
  if (block.epoch != 0)
    done.push_back({block_actor(block.linear), block.epoch});
  if (barriers_.in_use())
    barriers_.add_known(now, block.linear, done);
  who.released_in_block = all_known().with(std::move(done));
  who.wrote_since_fence = false;
  if (scope == fence_scope::block)
    return;
  who.released = who.released_in_block;
  if (!who.fenced_since_barrier) {
    who.fenced_since_barrier = true;
    ++fenced_;
  }
}

void block_sync::arrived(const block_state& block, const void* barrier, bool whole_device) {
  if (whole_device) {
    fenced(block, fence_scope::device);
    const auto guard = table_.lock();
    sync_clock& told = table_.at(flag_of_barrier(barrier));
    told = sync_clock::join(told, threads_[block.thread->linear].released);
    return;
  }
  table_.use();
  const auto guard = table_.lock();
  const thread_sync& who = pass_fence(block);
  barriers_.arrived(*block.thread, barrier, who.fences, all_known());
}

void block_sync::phase_awaited(const block_state& block, const void* barrier, bool whole_device) {
  const thread_state& now = *block.thread;
  const auto guard = table_.lock();
  const sync_clock outside =
      whole_device ? table_.known_at(flag_of_barrier(barrier)) : barriers_.awaited(now, barrier);
  if (!outside)
    return;
  thread_sync& who = touch(now.linear);
  learn(who, now.warp_epoch, sync_clock::join(who.known, outside));
}

std::uint32_t block_sync::copy_begins(const block_state& block, const void* barrier) {
  const std::uint32_t thread = block.thread->linear;
  if (barrier == nullptr)
    return threads_[thread].fences;
  table_.use();
  thread_sync& who = touch(thread);
  if (who.fences == 0 || barriers_.known_of(thread, barrier) != who.fences) {
    count_fence(who, block.epoch);
    barriers_.bound(thread, barrier, who.fences);
  }
  return who.fences - 1;
}

std::uint32_t block_sync::copy_ended(const block_state& block, const copied_part& part) {
  if (part.barrier == nullptr)
    return fences_since_barrier(part.thread, block.epoch);
  thread_sync& who = touch(part.thread);
  const std::uint32_t before = who.fence_epoch == block.epoch ? who.fences_before : who.fences;
  if (part.fences >= before)
    return part.fences - before;
  // The copy began before the last block barrier, which does not end it.
  count_fence(who, block.epoch);
  barriers_.add_to_ended(part.thread, part.barrier, who.fences);
  return who.fences - 1 - who.fences_before;
}

void block_sync::barrier_opened(const block_state& block) {
  if (!in_use())
    return;
  const auto guard = table_.lock();
  const bool all_fenced = fenced_ + returned_ >= block.launch->threads_per_block();
  for (const std::uint32_t thread : touched_) {
    thread_sync& who = threads_[thread];
    acquire(who, who.known_at);
    known_ = sync_clock::join(known_, who.known);
    who.known = who.known_before = {};
    who.known_at = 0;
    if (who.fenced_since_barrier && !all_fenced)
      fenced_together_ = sync_clock::join(fenced_together_, who.released);
    who.fenced_since_barrier = false;
  }
  if (all_fenced && fenced_ != 0)
    fenced_together_ =
        sync_clock::join(fenced_together_, known_).with({{block_actor(block.linear), block.epoch}});
  fenced_ = 0;
}

bool block_sync::is_before(const global_touch& earlier, std::uint64_t offset) {
  const race_moment moment = moments_[earlier.moment];
  const bool strong = is_strong(earlier.role());
  const auto guard = table_.lock();
  return any_known([&](const sync_clock& clock) {
    return covers(clock, earlier.thread, moment) ||
           (strong && clock.passed(flag_actor(offset / 4)) != 0);
  });
}

bool block_sync::is_before(std::uint32_t thread, std::uint32_t warp_epoch, std::uint32_t fences) {
  if (barriers_.is_before(*block_->thread, thread, warp_epoch, fences))
    return true;
  const race_moment moment{static_cast<std::uint32_t>(block_->linear), same_epoch, warp_epoch,
                           fences};
  const auto guard = table_.lock();
  return any_known([&](const sync_clock& clock) { return covers(clock, thread, moment); });
}

bool block_sync::is_before_here(std::uint32_t thread, std::uint32_t warp_epoch,
                                std::uint32_t fences) {
  const thread_sync& who = threads_[thread];
  const bool in_this_epoch = who.fence_epoch == block_->epoch;
  return is_before(thread, warp_epoch, (in_this_epoch ? who.fences_before : who.fences) + fences);
}

} // namespace cudalab::emulator
