// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// When an access happened: which block did it, and what it and its thread had passed by then. An
/// access in the shadow of the grid holds the number of its moment only.
#pragma once

#include <atomic>
#include <cstdint>

#include "emulator/runtime/memory/reserved_array.h"

namespace cudalab::emulator {

/// Between two of these events a thread cannot become ordered with another one.
struct race_moment {
  std::uint32_t block = 0;
  std::uint32_t epoch = 0;      ///< block barriers passed
  std::uint32_t warp_epoch = 0; ///< warp barriers passed
  std::uint32_t fences = 0;     ///< memory fences that the thread has executed
};

/// The moments of one launch. Numbers go up and are not used again by the next launch, so that what
/// is left in a shadow can be told from what is new. Called by several OS threads at once.
class race_moments {
public:
  race_moments() : moments_(most) {}

  /// 0: there are too many in this launch.
  std::uint32_t add(const race_moment& made) {
    const std::uint32_t number = next_.fetch_add(1, std::memory_order_relaxed);
    if (number - first_ >= most)
      return 0;
    moments_[number - first_] = made;
    return number;
  }
  /// Whether it is of this launch.
  bool is_current(std::uint32_t number) const { return number >= first_; }
  const race_moment& operator[](std::uint32_t number) const { return moments_[number - first_]; }

  /// Forgets all; no launch may be running. False: numbers begin again, and all that refers to
  /// moments must be cleared.
  bool forget() {
    first_ = next_.load();
    if (first_ < wrap)
      return true;
    next_ = first_ = 1;
    return false;
  }

private:
  static constexpr std::uint32_t most = 1u << 27, wrap = 1u << 31;
  reserved_array<race_moment> moments_;
  std::uint32_t first_ = 1;
  std::atomic<std::uint32_t> next_{1};
};

} // namespace cudalab::emulator
