// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Asynchronous copies of one block's threads that nobody has waited for yet: what they read and
/// write, and when that ends.
#pragma once

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "emulator/observe/findings/observed_finding.h"
#include "emulator/runtime/observer.h"

namespace cudalab::emulator {

/// Some bytes that a copy reads or writes.
struct copied_part {
  std::uint64_t offset = 0; ///< as in access
  const void* pc = nullptr; ///< of the copy's call
  const void* barrier = nullptr;
  std::uint32_t bytes = 0;
  std::uint32_t thread = 0;                 ///< that began it
  std::uint32_t until = 0;                  ///< the thread's batch, or the barrier's phase
  std::uint32_t epoch = 0;                  ///< of the block, when the copy began
  std::uint32_t begun = 0;                  ///< how many parts the thread began until this one ...
  std::uint32_t begun_there = 0;            ///< ... and how many of them by the same call
  std::uint32_t warp_epoch = 0, fences = 0; ///< of the thread, when it began the copy
  memory_space space = memory_space::shared;
  bool written = false;
};

/// Why a copy is not done when a thread uses what it reads or writes.
struct copy_wait {
  finding_case why = finding_case::plain;
  bool not_committed = false;        ///< it is in no batch yet
  const void* site = nullptr;        ///< of a wait that did not cover it; null: there was none
  std::uint32_t but_last = 0;        ///< how many batches that wait left under way
  std::uint32_t committed_after = 0; ///< how many were committed between the copy's and that wait
};

class copies_under_way {
public:
  /// Another block begins.
  void forget();
  /// Whether an access may concern a copy.
  bool busy() const { return busy_ != 0; }

  /// Accesses of this thread are a copy's. @param phase the barrier's present one
  void begin(const thread_state& thread, const void* barrier, std::uint32_t phase,
             std::uint32_t epoch, std::uint32_t fences);
  bool copying() const { return copying_; }
  void add(const access& seen);
  void end();

  void commit(std::uint32_t thread, std::uint32_t epoch) {
    own_copies& own = threads_[thread];
    if (own.epoch != epoch)
      own.batch_at_barrier = own.batch;
    own.epoch = epoch;
    ++own.batch;
  }

  /// What is known of the waits for a copy that this thread meets, in this epoch of the block.
  copy_wait waits_for(const copied_part& part, std::uint32_t thread, std::uint32_t epoch) const;

  /// The part that this access must not touch before somebody has waited, or null.
  const copied_part* met_by(const access& seen) const;

  /// Calls done(part) for all that the thread's batches but the last wrote and read.
  template <class Done>
  void await_batches(std::uint32_t thread, std::uint32_t but_last, std::uint32_t epoch,
                     const void* site, const Done& done) {
    const auto own = threads_.find(thread);
    if (own == threads_.end())
      return;
    own_copies& mine = own->second;
    const std::uint32_t first_open = mine.batch > but_last ? mine.batch - but_last : 0;
    mine.last_wait = {site, but_last, epoch, mine.batch, mine.begun, first_open > mine.done};
    mine.done = std::max(mine.done, first_open);
    if (first_open == 0)
      return;
    take(
        own->second.parts, [&](const copied_part& part) { return part.until < first_open; }, done);
  }
  /// The same for what ends with phases of the barrier before this one.
  template <class Done>
  void await_phase(const void* barrier, std::uint32_t phase, const Done& done) {
    if (const auto bound = barriers_.find(barrier); bound != barriers_.end())
      take(
          bound->second, [&](const copied_part& part) { return part.until < phase; }, done);
  }

private:
  using part_numbers = std::vector<std::uint32_t>;
  struct own_wait {
    const void* site = nullptr; ///< null: there was none
    std::uint32_t but_last = 0, epoch = 0;
    std::uint32_t batch = 0, begun = 0; ///< of own_copies, then
    bool ended_some = false;            ///< a batch that no wait before was for
  };
  struct own_copies {
    std::uint32_t batch = 0; ///< the one that is open
    std::uint32_t done = 0;  ///< batches before this one were waited for
    std::uint32_t begun = 0; ///< parts that are written
    std::vector<std::pair<const void*, std::uint32_t>> begun_by; ///< the same of each call
    std::uint32_t epoch = 0, batch_at_barrier = 0; ///< of the block, at the last commit; batch then
    own_wait last_wait;
    part_numbers parts;

    std::uint32_t begun_at(const void* pc) const {
      for (const auto& [call, count] : begun_by)
        if (call == pc)
          return count;
      return 0;
    }
    std::uint32_t batch_at(std::uint32_t barrier) const {
      return epoch == barrier ? batch_at_barrier : batch;
    }
  };
  static bool is_behind(const own_copies& other, const own_copies& copier, const copied_part& part,
                        std::uint32_t epoch);
  static copy_wait left_by(const own_wait& wait, const copied_part& part);
  static constexpr std::uint64_t cell_bytes = 16;

  static std::uint64_t key_of(memory_space space, std::uint64_t cell) {
    return cell << 1 | (space == memory_space::shared ? 1u : 0u);
  }
  template <class Use>
  static void for_cells_of(std::uint64_t offset, std::uint32_t bytes, const Use& use) {
    for (std::uint64_t cell = offset / cell_bytes; cell <= (offset + bytes - 1) / cell_bytes;
         ++cell)
      use(cell);
  }
  void remove(std::uint32_t number);

  template <class Ends, class Done>
  void take(part_numbers& numbers, const Ends& ends, const Done& done) {
    std::size_t kept = 0;
    for (const std::uint32_t number : numbers) {
      if (!ends(parts_[number])) {
        numbers[kept++] = number;
        continue;
      }
      const copied_part part = parts_[number];
      remove(number);
      done(part);
    }
    numbers.resize(kept);
  }

  std::vector<copied_part> parts_;
  part_numbers free_; ///< places in parts_
  std::unordered_map<std::uint64_t, part_numbers> cells_;
  std::unordered_map<std::uint32_t, own_copies> threads_;
  std::unordered_map<const void*, part_numbers> barriers_;
  std::size_t busy_ = 0; ///< parts, and one while a thread copies
  bool copying_ = false;
  copied_part model_; ///< of the parts that are added
};

} // namespace cudalab::emulator
