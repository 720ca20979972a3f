// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/findings/fatal.h"

#include "emulator/observe/findings/finding_log.h"
#include "emulator/runtime/program_observer.h"

namespace cudalab::emulator {

fatal_sighting& fatal_sighting::instance() {
  static auto* const only = new fatal_sighting;
  return *only;
}

void fatal_sighting::launch_begins() {
  const std::lock_guard guard(mutex_);
  seen_.reset();
}

void fatal_sighting::note(const sighting& seen) {
  const std::lock_guard guard(mutex_);
  if (!seen_ || seen.later.block < seen_->later.block)
    seen_ = seen;
}

void fatal_sighting::end_launch(sighting seen, int cuda_error) {
  seen.behind = the_program_observer().calls_behind(seen.later.pc);
  note(seen);
  abandon_launch(cuda_error);
}

std::uint64_t fatal_sighting::last_block() const {
  const std::lock_guard guard(mutex_);
  return seen_ ? seen_->later.block : std::numeric_limits<std::uint64_t>::max();
}

void fatal_sighting::deliver(const launch_record& launch) {
  std::optional<sighting> seen;
  {
    const std::lock_guard guard(mutex_);
    seen = seen_;
  }
  if (seen)
    finding_log::instance().add(to_finding(*seen, launch, 1));
}

sighting_party current_party(const char* action, const void* pc) {
  return {action, current_block->thread->linear, current_block->linear, pc};
}

} // namespace cudalab::emulator
