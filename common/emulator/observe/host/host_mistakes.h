// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Mistakes that a call of the runtime API shows become findings.
#pragma once

#include <string>

#include "emulator/include/cudalab/errors.h"
#include "emulator/runtime/blocks/launch_limits.h"
#include "emulator/runtime/execution.h"
#include "emulator/runtime/memory/device_memory.h"

namespace cudalab::emulator {

/// A launch that cannot run.
void found_invalid_launch(const launch_record& launch, const launch_verdict& verdict);

/// A free of something that is no live allocation, or no longer one.
void found_invalid_free(const void* pointer, const void* caller);

/// A second cudaFreeAsync, before the stream has got to the first.
void found_second_free(const allocation& one, const void* first_caller, const void* caller);

/// A rank of NCCL waits for others that never come.
/// @param kept an earlier call of the function made the communicator
void found_deadlock(const std::string& what, const char* call, const void* caller, bool kept);

/// Calls of two ranks that belong together do not fit together.
void found_mismatched_call(const std::string& what, const char* call, const void* caller,
                           const void* other_caller);

/// A call whose result the program throws away has failed. @param name of the error
void dropped_error(cudaError_t error, const char* name, const void* caller);
/// The program asks for the last error: what was dropped before has been looked at.
/// @return where the call is that left it and whose result was thrown away, for a message; "": the
/// last error is of another kind of call, or of one whose result was kept
std::string errors_looked_at(cudaError_t last);
/// The program was told of the last error, by cudaGetLastError(), which forgets it then.
void error_taken(cudaError_t error, const void* caller);
/// Likewise by cudaPeekAtLastError(), which does not forget it.
void error_kept(cudaError_t error, const void* caller);
/// The errors that nobody has looked at become findings. When the program ends.
void tell_dropped_errors();

} // namespace cudalab::emulator
