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
                             std::uint32_t fences) {
  copying_ = true;
  ++busy_;
  model_ = {};
  model_.barrier = barrier;
  model_.thread = thread.linear;
  model_.until = barrier != nullptr ? phase : threads_[thread.linear].batch;
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
  (part.barrier != nullptr ? barriers_[part.barrier] : threads_[part.thread].parts)
      .push_back(number);
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
