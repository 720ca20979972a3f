// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Races between the threads of one block in shared memory; global_races has those in global
/// memory.
#pragma once

#include <memory>

#include "emulator/observe/findings/sighting.h"
#include "emulator/observe/race/copies_under_way.h"
#include "emulator/observe/race/global_races.h"
#include "emulator/observe/race/hint_reads.h"
#include "emulator/observe/race/shadow_cell.h"
#include "emulator/observe/race/stored_values.h"
#include "emulator/runtime/observer.h"

namespace cudalab::emulator {

class block_races final : public block_observer {
public:
  block_races(std::size_t shared_bytes, grid_shadow& grid, sync_table& flags, access_sites& sites,
              std::shared_ptr<sighting_collector> collector)
      : shared_(shared_bytes / 4 + 1), sync_(flags, grid.moments()), values_(grid),
        global_(grid, sync_, sites, values_, last_read_), collector_(std::move(collector)) {}

  void block_begins(const block_state& block) override;
  void grid_synchronised(const block_state&) override { global_.block_begins(); }
  void accessed(const block_state& block, const access& seen) override;
  void fenced(const block_state& block, fence_scope scope) override { sync_.fenced(block, scope); }
  void block_ended(const block_state&) override { settle_values(); }
  void barrier_opened(const block_state& block) override {
    settle_values();
    highest_ = base_ + block.epoch;
    sync_.barrier_opened(block);
  }
  bool tells_quiet_reads() const override { return true; }
  void warp_barrier_opened(const block_state& block, unsigned warp, std::uint32_t lanes,
                           std::uint32_t warp_epoch, const void* const* sites) override;
  bool hears_returns() const override { return true; }
  void thread_returned(const block_state&) override {
    settle_values();
    sync_.thread_returned();
  }
  void barrier_made(const block_state&, const void* barrier) override {
    sync_.barrier_made(barrier);
  }
  void arrived(const block_state& block, const void* barrier, bool whole_device) override {
    sync_.arrived(block, barrier, whole_device);
  }
  void phase_ended(const block_state&, const void* barrier) override { sync_.phase_ended(barrier); }
  void phase_awaited(const block_state& block, const void* barrier, bool whole_device) override;
  void copy_begins(const block_state& block, const void* barrier) override;
  void copy_is_under_way(const block_state&) override { copies_.end(); }
  void copies_committed(const block_state& block) override {
    copies_.commit(block.thread->linear, block.epoch);
  }
  void copies_awaited(const block_state& block, unsigned but_last, const void* site) override;

private:
  touch touch_of(const block_state& block, const access& seen);
  [[gnu::noinline]] void shared_access(const block_state& block, const access& seen);
  void check(shadow_cell& cell, const block_state& block, const access& seen, const touch& now,
             std::uint64_t offset);
  [[gnu::noinline, gnu::cold]] void report(const block_state& block, const access& seen, touch now,
                                           touch before, bool before_reads, std::uint64_t offset);

  [[gnu::noinline, gnu::cold]] bool meets_copy(const block_state& block, const access& seen);
  void see_unfinished(const block_state& block, const access& seen, std::uint64_t offset,
                      const race_party& copy, bool by_others, const copy_wait& waits);
  void copy_ended(const block_state& block, const copied_part& part);

  reserved_array<shadow_cell> shared_;
  void settle_values() {
    if (values_.pending())
      values_.settle();
  }
  static void note_hint(const block_state& block, const shadow_cell& cell, const touch& now);

  const void* last_warp_barrier(const touch& one) const;

  /// The last barrier of its warp that a thread has passed.
  struct warp_barrier {
    std::uint32_t epoch = 0, warp_epoch = 0; ///< as of touch, behind it
    const void* site = nullptr;
  };
  std::vector<warp_barrier> warp_barriers_; ///< of each thread; empty: there was none

  block_sync sync_;
  stored_values values_;
  last_racing_read last_read_;
  global_races global_;
  copies_under_way copies_;
  std::shared_ptr<sighting_collector> collector_;
  std::uint32_t base_ = 1;    ///< epochs of this block begin here; earlier blocks' are smaller
  std::uint32_t highest_ = 0; ///< epoch used so far
};

} // namespace cudalab::emulator
