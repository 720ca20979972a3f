// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Where a thread left its kernel, and whether it was by a `return`.
#pragma once

#include "emulator/observe/findings/observed_finding.h"
#include "emulator/observe/symbols/exit_history.h"

namespace cudalab::emulator {

/// The last line of the kernel that the thread worked on before its end.
source_place place_of_return(const exit_history& exits, const launch_record& launch);

/// Which story this is: `left` becomes the line of a `return` when the source shows one between it
/// and the barrier. Without the source (in a sandbox, say) it may remain open: plain.
/// @param function_end last line of the function with the barrier; 0: not known
finding_case why_not_there(const source_place& barrier, int function_end, source_place& left);

/// The same for a lane that ended without a shuffle: lane_returned or lane_ended. (The shuffle may
/// stand in a function above the kernel, so that its line says nothing about what comes first.)
finding_case why_lane_ended(source_place& left);

} // namespace cudalab::emulator
