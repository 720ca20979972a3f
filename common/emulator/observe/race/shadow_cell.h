// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What the race detector remembers of 4 bytes of memory: the last writer and two readers. Two
/// accesses by threads of one block are a race unless a barrier lies between them, so that each
/// is stored with the barriers that its thread has passed. This is the hottest code of all.
#pragma once

#include <cstdint>

#include "emulator/observe/race/global_touch.h"
#include "emulator/runtime/execution.h"

namespace cudalab::emulator {

/// One access of one thread to (some of) 4 bytes.
struct touch {
  std::uint32_t epoch = 0; ///< block barriers passed; different in each block; 0: no access
  std::uint32_t warp_epoch = 0;
  std::uint32_t pc = 0; ///< from the program's start
  std::uint16_t thread = 0;
  std::uint8_t mask : 4 = 0; ///< which of the 4 bytes
  std::uint8_t role_bits : 4 = 0;
  std::uint8_t fences = 0; ///< memory fences since the last block barrier, if so few
  /// How many reads and writes of this memory the thread has done since the last block barrier,
  /// with this one. Tells which of two unordered accesses comes first in the program.
  std::uint16_t reads = 0, writes = 0;

  touch_role role() const { return static_cast<touch_role>(role_bits); }
};

/// to = from, field by field: a processor waits when it reads as a whole what was just written in
/// pieces.
[[gnu::always_inline]] inline void keep(touch& to, const touch& from) {
  to.epoch = from.epoch;
  to.warp_epoch = from.warp_epoch;
  to.pc = from.pc;
  to.thread = from.thread;
  to.mask = from.mask;
  to.role_bits = from.role_bits;
  to.fences = from.fences;
  to.reads = from.reads;
  to.writes = from.writes;
}

struct alignas(64) shadow_cell {
  touch writer;
  touch readers[2];
};

inline bool same_warp(std::uint32_t thread, std::uint32_t other) {
  return (thread ^ other) < warp_size;
}

/// Whether no barrier orders an earlier access before the one at hand.
[[gnu::always_inline]] inline bool unordered(const touch& before, const touch& now) {
  return before.epoch == now.epoch && before.thread != now.thread && (before.mask & now.mask) &&
         clash_within_block(before.role(), now.role()) &&
         !(same_warp(before.thread, now.thread) && before.warp_epoch < now.warp_epoch);
}

inline constexpr std::uint32_t most_epochs = 1u << 30;

/// Whose further plain reads of the whole cell add nothing in this epoch: most reads can neither
/// race nor tell anything new, since two readers are known already. A reader that has passed a warp
/// barrier in this block is another matter: see note_reader.
inline quiet_for further_reads(const shadow_cell& cell, std::uint32_t epoch) {
  const touch &first = cell.readers[0], &second = cell.readers[1];
  if (cell.writer.epoch == epoch || first.epoch != epoch || second.epoch != epoch ||
      (first.mask & second.mask) != 0xF || first.role() != touch_role::read ||
      second.role() != touch_role::read)
    return quiet_for::nobody;
  return same_warp(first.thread, second.thread) ? quiet_for::own_warp : quiet_for::whole_block;
}

/// Remembers a reader, if it can tell something that the known ones cannot.
[[gnu::always_inline]] inline void note_reader(shadow_cell& cell, const touch& now) {
  for (touch& known : cell.readers) {
    if (known.epoch != now.epoch) {
      keep(known, now);
      return;
    }
    if (known.thread == now.thread) {
      if (known.warp_epoch != now.warp_epoch ||
          (known.role() != touch_role::read && now.role() == touch_role::read))
        keep(known, now); // the first of equal ones stays
      else
        known.mask = (known.mask | now.mask) & 0xF;
      return;
    }
  }
  // Two others are known. Readers in two warps conflict with any writer; in one warp, a reader
  // before the last warp barrier conflicts with fewer than one after it.
  touch &first = cell.readers[0], &second = cell.readers[1];
  if (!same_warp(first.thread, second.thread))
    return;
  if (!same_warp(first.thread, now.thread))
    keep(second, now);
  else if (first.warp_epoch < now.warp_epoch)
    keep(first, now);
  else if (second.warp_epoch < now.warp_epoch)
    keep(second, now);
}

/// A read. `report(earlier, it_reads)` is called for an earlier write that races with it.
template <class Report>
[[gnu::always_inline]] inline void read_cell(shadow_cell& cell, const touch& now,
                                             const Report& report) {
  if (unordered(cell.writer, now)) [[unlikely]]
    report(cell.writer, false);
  note_reader(cell, now);
}

/// A write. `report(earlier, it_reads)` is called for earlier accesses that race with it.
template <class Report>
[[gnu::always_inline]] inline void write_cell(shadow_cell& cell, const touch& now,
                                              const Report& report) {
  for (const touch& reader : cell.readers)
    if (unordered(reader, now)) [[unlikely]]
      report(reader, true);
  if (unordered(cell.writer, now)) [[unlikely]]
    report(cell.writer, false);
  const bool goes_on = cell.writer.epoch == now.epoch && cell.writer.thread == now.thread &&
                       cell.writer.warp_epoch == now.warp_epoch;
  // What a thread has stored plainly, others' atomic operations race with, too: its own next atomic
  // operation does not take that back.
  if (goes_on && is_atomic(now.role()) && !is_atomic(cell.writer.role()) &&
      (now.mask & ~cell.writer.mask) == 0)
    return;
  const unsigned others = goes_on ? cell.writer.mask : 0;
  keep(cell.writer, now);
  cell.writer.mask = (now.mask | others) & 0xF;
}

} // namespace cudalab::emulator
