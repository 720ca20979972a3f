// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The lab program alone, as somebody with a debugger wants it.
#pragma once

#include <string>

namespace cudalab::worker {

/// Makes the calls of a folder (protocol/replay_files.h), and says which one it makes and what
/// CUDA or an exception said. Results are not compared with anything.
/// @return the exit code: 0; 1 when a call failed; 3 when the folder cannot be read
int replay(const std::string& folder);

} // namespace cudalab::worker
