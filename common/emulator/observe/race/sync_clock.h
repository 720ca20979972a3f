// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What a thread knows of others by fences and flags: a vector clock. Few threads of a launch ever
/// take part, and a clock grows by one release at a time, so that clocks share their common past.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

namespace cudalab::emulator {

/// A thread, a warp or a whole block of a launch.
using sync_actor = std::uint64_t;

inline sync_actor thread_actor(std::uint64_t block, std::uint32_t thread) {
  return block << 11 | thread;
}
inline sync_actor warp_actor(std::uint64_t block, std::uint32_t warp) {
  return block << 11 | 1024 | warp;
}
inline sync_actor block_actor(std::uint64_t block) {
  return block << 11 | 1024 | 32;
}

/// All that the actor did before it had `passed` so many fences (a thread), warp barriers (a warp)
/// or block barriers (a block) is known.
struct clock_entry {
  sync_actor actor = 0;
  std::uint32_t passed = 0;
};

/// Cheap to copy. Copies share memory: use all clocks of a launch under one lock.
class sync_clock {
public:
  sync_clock() = default;

  explicit operator bool() const { return newest_ != nullptr; }
  bool operator==(const sync_clock&) const = default;

  /// 0: nothing is known of the actor.
  std::uint32_t passed(sync_actor actor) const;
  /// This, and more.
  sync_clock with(std::vector<clock_entry> more) const;
  /// What either knows.
  static sync_clock join(const sync_clock& one, const sync_clock& other);

private:
  using all_entries = std::unordered_map<sync_actor, std::uint32_t>;
  struct node {
    std::shared_ptr<node> older;
    std::vector<clock_entry> entries;
    std::unique_ptr<all_entries> all; ///< with those of older ones; if there, `older` is null
    std::size_t size = 0;             ///< entries, with those of older ones
    ~node();
  };
  explicit sync_clock(std::shared_ptr<node> newest) : newest_(std::move(newest)) {}
  bool comes_from(const sync_clock& older) const;
  static void flatten(node& from);

  std::shared_ptr<node> newest_;
};

} // namespace cudalab::emulator
