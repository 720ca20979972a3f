// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What one block knows of pieces of global memory: a hash table that forgets everything at once
/// when the next block begins.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace cudalab::emulator {

template <class T>
class block_table {
public:
  block_table() : slots_(initial_slots) {}

  void forget_all() {
    used_ = 0;
    last_ = nullptr;
    if (++generation_ == 0) { // wrapped: old stamps would look new
      slots_.assign(slots_.size(), slot{});
      generation_ = 1;
    }
  }

  /// What is kept for `key`, and whether it is new. New content is whatever an earlier block left
  /// there, so the caller sets it. Good until the next call.
  std::pair<T*, bool> at(std::uint64_t key) {
    if (last_ != nullptr && last_->key == key && last_->generation == generation_)
      return {value_of(*last_), false};
    slot* place = find(key);
    const bool fresh = place->generation != generation_;
    if (fresh) {
      if (2 * (used_ + 1) > slots_.size()) {
        grow();
        place = find(key);
      }
      if (used_ == values_.size() * chunk)
        values_.push_back(std::make_unique<std::array<T, chunk>>());
      *place = {key, generation_, static_cast<std::uint32_t>(used_++)};
    }
    last_ = place;
    return {value_of(*place), fresh};
  }

  /// How many keys something is kept for.
  std::size_t size() const { return used_; }

  /// Null when nothing is kept for `key`.
  T* find_value(std::uint64_t key) {
    slot* const place = find(key);
    return place->generation == generation_ ? value_of(*place) : nullptr;
  }

private:
  static constexpr std::size_t initial_slots = 1024, chunk = 128;
  struct slot {
    std::uint64_t key = 0;
    std::uint32_t generation = 0;
    std::uint32_t value = 0;
  };

  T* value_of(const slot& of) { return &(*values_[of.value / chunk])[of.value % chunk]; }

  slot* find(std::uint64_t key) {
    std::size_t i = (key * 0x9E3779B97F4A7C15u) >> 20;
    for (;; ++i) {
      slot& each = slots_[i & (slots_.size() - 1)];
      if (each.generation != generation_ || each.key == key)
        return &each;
    }
  }

  void grow() {
    std::vector<slot> old(slots_.size() * 2);
    old.swap(slots_);
    last_ = nullptr;
    for (const slot& each : old)
      if (each.generation == generation_)
        *find(each.key) = each;
  }

  std::vector<slot> slots_;                                   ///< a power of two of them
  std::vector<std::unique_ptr<std::array<T, chunk>>> values_; ///< in pieces: they never move
  std::size_t used_ = 0;
  std::uint32_t generation_ = 1;
  slot* last_ = nullptr;
};

} // namespace cudalab::emulator
