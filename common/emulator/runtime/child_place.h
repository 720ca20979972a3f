// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Where work that a kernel has handed over stands in the order that CUDA guarantees: launches into
/// one stream of a kernel are in order, and so are those of one block without a stream; what is
/// launched into cudaStreamTailLaunch comes after all else that the kernel has handed over; events
/// order streams. A kernel has ended when all that it has handed over has.
#pragma once

#include <cstdint>
#include <map>
#include <memory>

#include "emulator/runtime/execution.h"

namespace cudalab::emulator {

struct child_place {
  enum class queue : std::uint8_t { of_block, named, fire_and_forget, tail };
  /// How far something reaches on each of a kernel's timelines.
  using extent = std::map<std::uint64_t, std::uint64_t>;

  std::shared_ptr<const child_place> parent; ///< of the kernel; null: the host has launched it
  unsigned depth = 1;                        ///< of what the host's kernel has handed over: 1
  queue where = queue::of_block;
  std::uint64_t timeline = 0;               ///< of the kernel's; what is on one is in order
  std::uint64_t turn = 0;                   ///< on it: 1, 2, ...
  std::shared_ptr<const extent> after = {}; ///< of other timelines; null: of none
  const char* kernel = "";                  ///< that has handed it over
  index3 block = {};                        ///< likewise
  stream_identity stream = {};              ///< of queue::named
};

/// The two that are of one kernel: one of them, or what has led to it, of each.
struct sibling_places {
  const child_place* one = nullptr;
  const child_place* other = nullptr;
};
/// @pre both are of one operation of the host's @return the same twice: one led to the other
sibling_places siblings_of(const child_place& one, const child_place& other);

/// Whether one has ended when the other begins, or has led to it.
bool in_order(const child_place& one, const child_place& other);

} // namespace cudalab::emulator
