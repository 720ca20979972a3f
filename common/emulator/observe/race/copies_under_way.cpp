// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/race/copies_under_way.h"

#include <algorithm>

namespace cudalab::emulator {

void copies_under_way::forget() {
  if (parts_.empty() && threads_.empty() && busy_ == 0)
    return;
  parts_.clear();
  free_.clear();
  cells_.clear();
  threads_.clear();
  barriers_.clear();
  busy_ = 0;
  copying_ = false;
}

void copies_under_way::begin(const thread_state& thread, const void* barrier, std::uint32_t phase,
                             std::uint32_t epoch, std::uint32_t fences) {
  copying_ = true;
  ++busy_;
  model_ = {};
  model_.barrier = barrier;
  model_.thread = thread.linear;
  model_.until = barrier != nullptr ? phase : threads_[thread.linear].batch;
  model_.epoch = epoch;
  model_.warp_epoch = thread.warp_epoch;
  model_.fences = fences;
}

void copies_under_way::end() {
  copying_ = false;
  --busy_;
}

void copies_under_way::add(const access& seen) {
  std::uint32_t number = static_cast<std::uint32_t>(parts_.size());
  if (free_.empty()) {
    parts_.emplace_back();
  } else {
    number = free_.back();
    free_.pop_back();
  }
  copied_part& part = parts_[number] = model_;
  part.offset = seen.offset;
  part.bytes = seen.bytes;
  part.pc = seen.pc;
  part.space = seen.space;
  part.written = seen.kind == access_kind::write;
  ++busy_;
  for_cells_of(seen.offset, seen.bytes,
               [&](std::uint64_t cell) { cells_[key_of(seen.space, cell)].push_back(number); });
  if (part.barrier != nullptr) {
    barriers_[part.barrier].push_back(number);
    return;
  }
  own_copies& own = threads_[part.thread];
  own.parts.push_back(number);
  if (!part.written)
    return;
  part.begun = ++own.begun;
  const auto call = std::find_if(own.begun_by.begin(), own.begun_by.end(),
                                 [&](const auto& known) { return known.first == part.pc; });
  part.begun_there = call == own.begun_by.end() ? 1 : ++call->second;
  if (call == own.begun_by.end())
    own.begun_by.emplace_back(part.pc, 1);
}

/// Of a copy whose batch was committed before that wait.
copy_wait copies_under_way::left_by(const own_wait& wait, const copied_part& part) {
  return {wait.ended_some ? finding_case::left_by_wait : finding_case::wait_for_nothing, false,
          wait.site, wait.but_last, wait.batch - part.until - 1};
}

/// Whether the other thread has not come to the copies among which this one is. A barrier would
/// have held back the thread that is ahead. Where the two make other copies, it counts that they
/// had committed as many batches at the last barrier.
bool copies_under_way::is_behind(const own_copies& other, const own_copies& copier,
                                 const copied_part& part, std::uint32_t epoch) {
  if (part.epoch != epoch || other.batch > part.until)
    return false;
  if (const std::uint32_t there = other.begun_at(part.pc); there != 0)
    return there < part.begun_there;
  const std::uint32_t before = other.batch_at(epoch);
  return before != 0 && before == copier.batch_at(epoch);
}

copy_wait copies_under_way::waits_for(const copied_part& part, std::uint32_t thread,
                                      std::uint32_t epoch) const {
  const auto own = threads_.find(part.thread);
  if (part.barrier != nullptr || own == threads_.end())
    return {};
  const own_copies& copier = own->second;
  const auto found = thread == part.thread ? threads_.end() : threads_.find(thread);
  const own_copies* const other = found == threads_.end() ? nullptr : &found->second;
  if (other != nullptr && part.written) {
    if (is_behind(*other, copier, part, epoch))
      return {finding_case::copied_too_early};
    if (other->done > part.until && other->last_wait.epoch == epoch)
      return {finding_case::own_copies_awaited, false, other->last_wait.site};
  }
  const own_wait& wait = copier.last_wait;
  const bool came_after = wait.site != nullptr && part.written && wait.begun >= part.begun;
  if (came_after && wait.batch <= part.until)
    return {finding_case::in_no_batch, false, wait.site};
  if (came_after || (wait.site != nullptr && !part.written && wait.batch > part.until))
    return left_by(wait, part);
  if (other != nullptr && other->done <= part.until && other->last_wait.batch > part.until)
    return left_by(other->last_wait, part);
  copy_wait none;
  none.not_committed = copier.batch == part.until;
  const bool has_waited =
      wait.site != nullptr || (other != nullptr && other->last_wait.site != nullptr);
  if (part.written && !none.not_committed && !has_waited)
    none.why = finding_case::before_any_wait;
  return none;
}

void copies_under_way::remove(std::uint32_t number) {
  const copied_part& gone = parts_[number];
  for_cells_of(gone.offset, gone.bytes, [&](std::uint64_t cell) {
    const auto found = cells_.find(key_of(gone.space, cell));
    part_numbers& here = found->second;
    *std::find(here.begin(), here.end(), number) = here.back();
    here.pop_back();
    if (here.empty())
      cells_.erase(found);
  });
  free_.push_back(number);
  --busy_;
}

const copied_part* copies_under_way::met_by(const access& seen) const {
  if (seen.bytes == 0)
    return nullptr;
  const copied_part* met = nullptr;
  const bool writes = seen.kind == access_kind::write;
  for_cells_of(seen.offset, seen.bytes, [&](std::uint64_t cell) {
    const auto found = cells_.find(key_of(seen.space, cell));
    if (met != nullptr || found == cells_.end())
      return;
    for (const std::uint32_t number : found->second) {
      const copied_part& part = parts_[number];
      if ((writes || part.written) && part.offset < seen.offset + seen.bytes &&
          seen.offset < part.offset + part.bytes) {
        met = &part;
        return;
      }
    }
  });
  return met;
}

} // namespace cudalab::emulator
