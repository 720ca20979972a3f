// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/race/hint_reads.h"

#include <algorithm>

namespace cudalab::emulator {

hint_reads& hint_reads::instance() {
  static auto* const all = new hint_reads;
  return *all;
}

void hint_reads::add(const void* pc) {
  const std::lock_guard guard(mutex_);
  seen_.insert(pc);
}

bool hint_reads::has(const source_place& place) const {
  const std::lock_guard guard(mutex_);
  return std::any_of(seen_.begin(), seen_.end(),
                     [&](const void* pc) { return place_of(pc) == place; });
}

} // namespace cudalab::emulator
