// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The access that ended a launch. Several blocks may do such a thing at the same moment: the one
/// with the smallest number counts, so that a finding does not depend on chance.
#pragma once

#include <cstdint>
#include <limits>
#include <mutex>
#include <optional>

#include "emulator/observe/findings/sighting.h"

namespace cudalab::emulator {

class fatal_sighting {
public:
  static fatal_sighting& instance();

  void launch_begins();
  /// The launch is about to end, in the current block.
  void note(const sighting& seen);
  /// The launch ends here.
  [[noreturn]] void end_launch(sighting seen, int cuda_error);
  /// The block in which the launch ended, or the largest number there is.
  std::uint64_t last_block() const;
  /// Adds it to the findings, if there is one.
  void deliver(const launch_record& launch);

private:
  mutable std::mutex mutex_;
  std::optional<sighting> seen_;
};

/// The current thread and block as the one party of a sighting.
sighting_party current_party(const char* action, const void* pc);

inline constexpr int illegal_address = 700;    ///< cudaErrorIllegalAddress
inline constexpr int misaligned_address = 716; ///< cudaErrorMisalignedAddress

} // namespace cudalab::emulator
