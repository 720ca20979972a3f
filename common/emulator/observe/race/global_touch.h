// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// One access to (some of) 4 bytes of global memory, in 8 bytes: global memory may be large, and
/// its shadow is a multiple of it.
#pragma once

#include <cstdint>

#include "emulator/runtime/observer.h"

namespace cudalab::emulator {

/// Writes come last. (What is said of an access to global memory is one of the first eight.)
enum class touch_role : std::uint32_t {
  read,
  strong_read, ///< volatile or atomic
  block_atomic,
  write,
  volatile_write,
  flag_write,          ///< plain, right after a fence: tells others that something is ready
  volatile_flag_write, ///< the same, volatile
  atomic_write,
  copied_write ///< in shared memory, by a copy that a phase of a barrier waited for
};

inline touch_role role_of(access_kind kind, access_manner manner) {
  if (kind == access_kind::read)
    return manner == access_manner::plain ? touch_role::read : touch_role::strong_read;
  switch (manner) {
  case access_manner::plain:
    return touch_role::write;
  case access_manner::volatile_access:
    return touch_role::volatile_write;
  case access_manner::block_atomic:
    return touch_role::block_atomic;
  case access_manner::atomic:
    break;
  }
  return touch_role::atomic_write;
}

inline bool is_write(touch_role role) {
  return role >= touch_role::block_atomic;
}

/// Whether it never races with its like in another block: what CUDA's memory model calls strong.
inline bool is_strong(touch_role role) {
  return role == touch_role::strong_read ||
         (role >= touch_role::volatile_write && role <= touch_role::atomic_write);
}

inline bool is_atomic(touch_role role) {
  return role == touch_role::atomic_write || role == touch_role::block_atomic;
}

/// A strong read stands for it too: of atomic operations only the write is kept.
inline bool is_volatile(touch_role role) {
  return role == touch_role::strong_read || role == touch_role::volatile_write ||
         role == touch_role::volatile_flag_write;
}

/// Whether two threads of different blocks may not do both, in any order.
inline bool clash_between_blocks(touch_role one, touch_role other) {
  if (!is_write(one) && !is_write(other))
    return false;
  const bool two_plain = one == touch_role::flag_write && other == touch_role::flag_write;
  return two_plain || !(is_strong(one) && is_strong(other));
}

/// Within a block `volatile` alone excuses nothing: it neither orders nor makes atomic. A flag that
/// is set after a fence and waited for is fine.
inline bool clash_within_block(touch_role one, touch_role other) {
  if (!is_write(one) && !is_write(other))
    return false;
  const auto fit = [](touch_role role) {
    return is_atomic(role) || role == touch_role::flag_write ||
           role == touch_role::volatile_flag_write || role == touch_role::strong_read;
  };
  return !(fit(one) && fit(other));
}

struct global_touch {
  std::uint32_t moment = 0; ///< 0: no access. What it counts is up to the keeper.
  std::uint32_t thread : 10 = 0;
  std::uint32_t mask : 4 = 0; ///< which of the 4 bytes
  std::uint32_t role_bits : 3 = 0;
  std::uint32_t ordered : 1 = 0; ///< known to come after the other access in its cell
  std::uint32_t site : 14 = 0;   ///< of access_sites

  touch_role role() const { return static_cast<touch_role>(role_bits); }
  explicit operator bool() const { return moment != 0; }
};
static_assert(sizeof(global_touch) == 8);

} // namespace cudalab::emulator
