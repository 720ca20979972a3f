// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/barrier/stop_checker.h"

#include "emulator/observe/findings/fatal.h"

namespace cudalab::emulator {

namespace {

finding_kind kind_of(stop_reason why) {
  switch (why) {
  case stop_reason::endless_loop:
    return finding_kind::endless_loop;
  case stop_reason::stack_overflow:
    return finding_kind::stack_overflow;
  case stop_reason::failed_assertion:
    return finding_kind::failed_assertion;
  case stop_reason::division_by_zero:
    return finding_kind::division_by_zero;
  case stop_reason::trap:
    break;
  }
  return finding_kind::trap;
}

const char* action_of(stop_reason why) {
  switch (why) {
  case stop_reason::endless_loop:
    return "still runs";
  case stop_reason::stack_overflow:
    return "has no stack left";
  case stop_reason::failed_assertion:
    return "asserts";
  case stop_reason::division_by_zero:
    return "divides by 0";
  case stop_reason::trap:
    break;
  }
  return "stops";
}

class block_stops final : public block_observer {
public:
  bool hears_accesses() const override { return false; }

  bool stopped(const block_state& block, const kernel_stop& stop) override {
    sighting seen;
    seen.kind = kind_of(stop.why);
    seen.later = current_party(action_of(stop.why), stop.site);
    seen.words = stop.text;
    if (stop.has_launched)
      seen.why = finding_case::has_launched;
    if (stop.why == stop_reason::endless_loop && stop.waiting != 0) {
      seen.elsewhere = stop.waiting;
      seen.earlier = {"waits", stop.waiting_thread, block.linear, stop.waiting_at};
    }
    fatal_sighting::instance().note(seen);
    return true;
  }
};

} // namespace

std::unique_ptr<block_observer> stop_checker::watch_blocks() {
  return std::make_unique<block_stops>();
}

} // namespace cudalab::emulator
