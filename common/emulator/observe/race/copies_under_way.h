// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Asynchronous copies of one block's threads that nobody has waited for yet: what they read and
/// write, and when that ends.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

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
  std::uint32_t warp_epoch = 0, fences = 0; ///< of the thread, when it began the copy
  memory_space space = memory_space::shared;
  bool written = false;
};

class copies_under_way {
public:
  /// Another block begins.
  void forget();
  /// Whether an access may concern a copy.
  bool busy() const { return busy_ != 0; }

  /// Accesses of this thread are a copy's. @param phase the barrier's present one
  void begin(const thread_state& thread, const void* barrier, std::uint32_t phase,
             std::uint32_t fences);
  bool copying() const { return copying_; }
  void add(const access& seen);
  void end();

  void commit(std::uint32_t thread) { ++threads_[thread].batch; }

  /// Whether the copy is in the batch that its thread has not committed yet.
  bool is_open(const copied_part& part) const {
    const auto own = threads_.find(part.thread);
    return part.barrier == nullptr && own != threads_.end() && own->second.batch == part.until;
  }

  /// The part that this access must not touch before somebody has waited, or null.
  const copied_part* met_by(const access& seen) const;

  /// Calls done(part) for all that the thread's batches but the last wrote and read.
  template <class Done>
  void await_batches(std::uint32_t thread, std::uint32_t but_last, const Done& done) {
    const auto own = threads_.find(thread);
    if (own == threads_.end() || own->second.batch <= but_last)
      return;
    const std::uint32_t first_open = own->second.batch - but_last;
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
  struct own_copies {
    std::uint32_t batch = 0; ///< the one that is open
    part_numbers parts;
  };
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
