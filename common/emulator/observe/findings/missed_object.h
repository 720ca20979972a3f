// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Where a bad access fell, in numbers: what a picture of it is drawn from.
#pragma once

#include <optional>

#include "emulator/observe/symbols/source_lines.h"
#include "findings/finding.h"

namespace cudalab::emulator {

struct sighting;
struct finding;
struct launch_record;

/// Of an access outside of its bounds or of freed memory, where it is near something. After the
/// launch only.
std::optional<findings::missed_object> missed_by(const sighting& seen, const finding& found,
                                                 const launch_record& launch);

} // namespace cudalab::emulator
