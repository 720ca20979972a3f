// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Where functions that have not ended keep their return addresses. emucc compiles watched code,
/// and this library is compiled, so that each frame's address leads to the next.
#pragma once

#include <cstddef>

#include "emulator/observe/symbols/source_lines.h"
#include "emulator/runtime/call_path.h"

namespace cudalab::emulator {

/// Whether the code is a submission's, or of a file that its lab compiles the same way.
bool is_code_of_submission(const void* pc);

/// Whether a store to [where, where + bytes), on the stack of the caller, spares the return
/// addresses of the submission's functions that have not ended. Others' code is not judged.
/// @param pc the code that is about to store @param lent what lies above the first of them is
/// theirs
bool keeps_frames(const void* where, std::size_t bytes, const void* pc, bool lent);

/// As program_observer::calls_behind().
call_path calls_behind(const void* pc);

/// Where host code does something: the student's own line, where a function of a library does it.
/// To be called while it does.
source_place own_place(const void* pc);

} // namespace cudalab::emulator
