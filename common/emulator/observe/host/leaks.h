// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Memory, streams, events and communicators that are still there when the program, or a call, has
/// ended well. Of a call the host's own memory, too: programs may leave that to their end.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "emulator/emulator.h"
#include "emulator/runtime/queue/events.h"
#include "emulator/runtime/queue/graphs.h"

namespace cudalab::emulator {

/// Until when what was made must be gone.
enum class leak_deadline { end_of_program, end_of_call };

/// A call was made to end early, as call_is_to_end_early() of emulator.h says.
struct early_ending {
  early_end by;
  std::string when;
  std::set<const void*> lines_before; ///< code addresses that had left something before
};

class leaks {
public:
  static leaks& instance();

  /// What is there now is not asked for.
  void count_from_here();
  /// As call_is_to_end_early() of emulator.h.
  void early_from_here(early_end by, const std::string& when);
  /// What has come since and is still there becomes findings. @param when it was: "when a launch
  /// failed"; empty: nothing special
  void tell(leak_deadline deadline, const std::string& when = "") const;

private:
  void tell_memory(leak_deadline deadline, const std::string& when) const;
  void tell_host_memory(const std::string& when) const;

  std::set<const std::byte*> memory_;
  unsigned streams_ = 0; ///< made before
  std::set<cudaEvent_t> events_;
  held_graphs graphs_, executable_graphs_, user_objects_;
  std::map<const void*, const void*> communicators_; ///< and who made them
  std::optional<early_ending> early_;
};

} // namespace cudalab::emulator
