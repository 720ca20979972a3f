// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Where a bad access fell, in numbers: what a picture of it is drawn from.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "emulator/observe/symbols/source_lines.h"

namespace cudalab::emulator {

struct sighting;
struct finding;
struct launch_record;

/// An access and the allocation, variable or array that it missed, or that was freed.
struct missed_object {
  std::string name;           ///< "d_P"; may be empty
  std::int64_t offset = 0;    ///< of the access from the object's begin; negative: before it
  std::uint64_t accessed = 1; ///< how much is accessed there
  std::uint64_t size = 0;     ///< of the object
  const char* unit = "bytes"; ///< of the three: "bytes", or what the array's index counts: "rows"
  source_place made = {};     ///< where the object was made; line 0: not known
  source_place freed = {};    ///< where it was freed
};

/// Of an access outside of its bounds or of freed memory, where it is near something. After the
/// launch only.
std::optional<missed_object> missed_by(const sighting& seen, const finding& found,
                                       const launch_record& launch);

} // namespace cudalab::emulator
