// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/race/stored_values.h"

#include <algorithm>
#include <cstring>

#include "emulator/runtime/memory/adopted_ranges.h"

namespace cudalab::emulator {

void stored_values::begin(const access& seen) {
  const std::byte* const place = seen.space == memory_space::global
                                     ? adopted_ranges::instance().behind(seen.address)
                                     : seen.address;
  if (address_ == place)
    return;
  address_ = place;
  bytes_ = seen.bytes;
  look_before();
}

void stored_values::look_before() {
  std::memcpy(were_.data(), address_, std::min<std::size_t>(bytes_, were_.size()));
}

void stored_values::compare(const access& seen, touch_role earlier, bool& same) {
  if (seen.address == nullptr || seen.bytes > were_.size() || seen.atomic() || is_atomic(earlier) ||
      within_ == within_block_.size()) {
    same = false;
    return;
  }
  begin(seen);
  within_block_[within_++] = &same;
}

void stored_values::begin_in_grid(const access& seen, std::uint64_t offset) {
  if (seen.address == nullptr) // nobody knows where it stands
    return;
  begin(seen);
  grid_.store_begins(slot_, offset);
}

void stored_values::clashes_in_grid(std::uint64_t offset, std::uint8_t mask) {
  if (!pending() || bytes_ > were_.size() || clashes_ == in_grid_.size()) {
    grid_.values_differ(offset);
    return;
  }
  const bool other_done = !grid_.others_store_to(slot_, offset);
  if (other_done) // perhaps after begin() looked
    look_before();
  in_grid_[clashes_++] = {offset, mask, other_done};
}

void stored_values::settle() {
  const bool changed =
      std::memcmp(were_.data(), address_, std::min<std::size_t>(bytes_, were_.size())) != 0;
  for (std::size_t i = 0; i < within_; ++i)
    *within_block_[i] &= !changed;
  for (std::size_t i = 0; i < clashes_; ++i) {
    if (changed && in_grid_[i].other_done)
      grid_.values_differ(in_grid_[i].offset);
    grid_.was_stored(in_grid_[i].offset, in_grid_[i].mask);
  }
  forget();
}

void stored_values::forget() {
  if (address_ != nullptr)
    grid_.store_ends(slot_);
  address_ = nullptr;
  within_ = clashes_ = 0;
}

} // namespace cudalab::emulator
