// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Calls without a judge, for a debugger or a profiler: what lies in FOLDER of
/// `program --replay FOLDER`.
#pragma once

namespace cudalab::protocol {

inline constexpr const char* replay_request = "request"; ///< a batch, as text
inline constexpr const char* replay_inputs = "inputs";   ///< the two blocks, as in shared memory
inline constexpr const char* replay_outputs = "outputs";

} // namespace cudalab::protocol
