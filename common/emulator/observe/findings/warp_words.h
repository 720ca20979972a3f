// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Words for what goes wrong between the lanes of a warp, and for kernels that stop.
#pragma once

#include "emulator/observe/findings/observed_finding.h"
#include "emulator/observe/findings/sighting.h"

namespace cudalab::emulator {

/// What was seen: for absent_lanes, invalid_mask and unnamed_lane.
std::string lane_detail(const sighting& seen, const finding& found, const launch_record& launch);
/// The same for endless_loop, stack_overflow, failed_assertion and trap.
std::string stop_detail(const sighting& seen, const finding& found);
/// What to do about it, for all of these kinds.
findings::remedy stop_or_lane_remedy(const finding& found);

} // namespace cudalab::emulator
