// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What the threads of one block know of each other by barriers that are objects in memory
/// (cuda::barrier). All threads of a block may take part in each phase, so that these clocks have
/// a number for each thread, unlike sync_clock.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "emulator/observe/race/sync_clock.h"
#include "emulator/runtime/execution.h"

namespace cudalab::emulator {

/// All that a thread did before it had `passed` so many fences is known, and all that a warp did
/// before so many warp barriers.
class block_clock {
public:
  explicit operator bool() const { return !passed_.empty(); }
  void learn(const block_clock& other);
  void learn_thread(std::uint32_t thread, std::uint32_t fences) {
    raise(first_thread + thread, fences);
  }
  void learn_warp(std::uint32_t warp, std::uint32_t warp_epoch) { raise(warp, warp_epoch); }
  bool covers(std::uint32_t thread, std::uint32_t warp_epoch, std::uint32_t fences) const {
    return !passed_.empty() &&
           (passed_[first_thread + thread] > fences || passed_[thread / warp_size] > warp_epoch);
  }
  std::uint32_t of_thread(std::uint32_t thread) const {
    return passed_.empty() ? 0 : passed_[first_thread + thread];
  }
  /// All of it, for other blocks.
  void add_to(std::vector<clock_entry>& entries, std::uint64_t block) const;

private:
  static constexpr std::size_t first_thread = max_threads_per_block / warp_size;
  void raise(std::size_t place, std::uint32_t passed);
  std::vector<std::uint32_t> passed_; ///< warps, then threads
};

class barrier_clocks {
public:
  /// Another block begins.
  void forget();
  bool in_use() const { return !barriers_.empty(); }

  void made(const void* barrier) { barriers_[barrier] = {}; }
  /// `outside`: what the thread knows of other blocks. @param fences after this arrival
  void arrived(const thread_state& now, const void* barrier, std::uint32_t fences,
               const sync_clock& outside);
  /// A copy that a thread has begun ends with the phase.
  void bound(std::uint32_t thread, const void* barrier, std::uint32_t fences) {
    barriers_[barrier].arriving.learn_thread(thread, fences);
  }
  /// How many fences of the thread the present phase knows.
  std::uint32_t known_of(std::uint32_t thread, const void* barrier) {
    return barriers_[barrier].arriving.of_thread(thread);
  }
  void phase_ended(const void* barrier);
  /// @return how many phases have ended
  std::uint32_t phases(const void* barrier) { return barriers_[barrier].phases; }
  /// Whoever waits for the phase that ended last knows this of the thread, too.
  void add_to_ended(std::uint32_t thread, const void* barrier, std::uint32_t fences) {
    barriers_[barrier].ended.learn_thread(thread, fences);
  }
  /// @return what those who arrived knew of other blocks
  const sync_clock& awaited(const thread_state& now, const void* barrier);

  /// Whether an earlier access comes before what the thread does now.
  bool is_before(const thread_state& now, std::uint32_t thread, std::uint32_t warp_epoch,
                 std::uint32_t fences) const;
  /// What the thread knows, for other blocks.
  void add_known(const thread_state& now, std::uint64_t block,
                 std::vector<clock_entry>& entries) const;

private:
  struct phase_clocks {
    block_clock arriving, ended;
    sync_clock arriving_outside, ended_outside;
    std::uint32_t phases = 0;
  };
  struct thread_clocks {
    block_clock known, known_before; ///< before this warp epoch:
    std::uint32_t known_at = 0;
  };
  template <class Use>
  bool any_known(const thread_state& now, const Use& use) const;

  std::unordered_map<const void*, phase_clocks> barriers_;
  std::vector<thread_clocks> threads_;
};

} // namespace cudalab::emulator
