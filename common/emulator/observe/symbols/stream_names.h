// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What a student calls a stream.
#pragma once

#include <string>

#include "emulator/runtime/execution.h"

namespace cudalab::emulator {

/// "the default stream", or "stream 2 (made in line 12)": the second that the program made. Where
/// the constructor of an object made it, "stream 2 (made in line 40 for `copies`)".
std::string name_of(const stream_identity& stream);

/// " in stream 2 (made in line 12)"; empty for the default stream.
std::string in_stream(const stream_identity& stream);

} // namespace cudalab::emulator
