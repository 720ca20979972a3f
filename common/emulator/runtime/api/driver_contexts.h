// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The driver API's contexts, and what each of its calls begins with.
#pragma once

#include <cstdint>

#include "emulator/include/cudalab/driver_api.h"

/// It is never deleted: a program may still have the handle. Guarded by the one lock of all
/// contexts.
struct CUctx_st {
  int device = 0;
  std::uint64_t id = 0; ///< 0: the device's own
  unsigned flags = 0;
  unsigned uses = 0; ///< how often the device's own was retained
  bool destroyed = false;
};

namespace cudalab::emulator {

/// "CUDA_ERROR_INVALID_VALUE"; null: there is no such error.
const char* name_of(CUresult error);
/// As the driver API has it. What only the runtime API tells apart becomes "invalid value".
CUresult as_result(cudaError_t error);

/// CUDA_ERROR_NOT_INITIALIZED, or CUDA_SUCCESS: for calls that need no context.
CUresult check_initialised();
/// The same, or why there is no context to work in.
CUresult check_context();

/// This OS thread's current context; null: none.
CUcontext context_at_hand();
/// The context with this number; null: it is gone. 0: the device's own
CUcontext context_of(std::uint64_t id, int device);
/// Whether the handle is one of a context that is there.
bool is_context(CUcontext context);

} // namespace cudalab::emulator

/// The first lines of a function of the driver API. @param check one of the two above
#define BEGIN_DRIVER_CALL(name, check)                                                             \
  const ::cudalab::emulator::driver_call call(name, __builtin_return_address(0));                  \
  if (const CUresult error = check(); error != CUDA_SUCCESS)                                       \
  return error
