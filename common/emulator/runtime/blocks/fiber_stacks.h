// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Stacks for fibers: one reserved range of addresses for all OS threads, a guard page under each
/// stack.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "emulator/runtime/execution.h"

namespace cudalab::emulator {

class fiber_stacks {
public:
  static constexpr std::size_t page_bytes = 4096;
  static constexpr std::size_t usable_bytes = 64 * 1024;
  /// Stack tops are moved by up to a page (see top()), and a guard page lies under each.
  static constexpr std::size_t slot_bytes = usable_bytes + 2 * page_bytes;
  static constexpr std::size_t max_owners = 64;

  static fiber_stacks& instance();

  /// How many OS threads can have stacks for a whole block each. The kernel limits the mappings of
  /// a process, and each stack with its guard page takes two.
  std::size_t owners() const { return owners_; }

  std::size_t size() const { return owners_ * max_threads_per_block; }

  /// Makes the stack usable. @param index below size()
  /// @return the highest address; usable_bytes below it are the stack. Null: no memory.
  void* commit(std::size_t index);

  static bool contains(const void* address) {
    return static_cast<const std::byte*>(address) >= begin_ &&
           static_cast<const std::byte*>(address) < end_;
  }
  /// Whether both lie on one stack.
  static bool same_stack(const void* one, const void* other) {
    return contains(one) && contains(other) && number_of(one) == number_of(other);
  }
  static bool in_guard_page(const void* address) {
    return contains(address) && room_below(address) < 0;
  }
  /// Bytes of the stack that are left below an address on it. Negative in its guard page.
  static std::ptrdiff_t room_below(const void* address) {
    const auto offset = static_cast<std::size_t>(static_cast<const std::byte*>(address) - begin_);
    return static_cast<std::ptrdiff_t>(offset % slot_bytes) -
           static_cast<std::ptrdiff_t>(page_bytes);
  }
  /// The end of the stack that the address lies on.
  static std::byte* end_of_stack(const void* address) {
    const auto offset = static_cast<std::size_t>(static_cast<const std::byte*>(address) - begin_);
    return begin_ + (offset / slot_bytes + 1) * slot_bytes;
  }

private:
  fiber_stacks();
  static std::size_t number_of(const void* address) {
    return static_cast<std::size_t>(static_cast<const std::byte*>(address) - begin_) / slot_bytes;
  }
  // Static: asked at each access to an array of a thread's own.
  static inline std::byte* begin_ = nullptr;
  static inline std::byte* end_ = nullptr;
  std::size_t owners_ = 0;
  std::unique_ptr<std::atomic<bool>[]> usable_; ///< for each stack
};

} // namespace cudalab::emulator
