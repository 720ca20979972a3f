// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The driver API: its begin, and contexts. The emulated device has no state of its own for each of
/// them: a context is a device, and memory that ends with it.
#include <array>
#include <atomic>
#include <deque>
#include <mutex>
#include <vector>

#include "emulator/include/cudalab/device_api.h"
#include "emulator/runtime/api/driver_contexts.h"
#include "emulator/runtime/devices.h"
#include "emulator/runtime/driver_call.h"
#include "emulator/runtime/memory/device_memory.h"
#include "emulator/runtime/program_observer.h"
#include "emulator/runtime/queue/errors.h"
#include "emulator/runtime/queue/graph_memory.h"
#include "emulator/runtime/queue/submit.h"

using namespace cudalab::emulator;

namespace {

std::atomic<bool> initialised{false};

struct context_registry {
  std::mutex mutex;
  std::deque<CUctx_st> made; ///< by cuCtxCreate: number 1, 2, ...
  std::array<CUctx_st, most_devices> of_devices;

  context_registry() {
    for (int device = 0; device < most_devices; ++device)
      of_devices[static_cast<std::size_t>(device)].device = device;
  }
  CUcontext of_device(int device) { return &of_devices[static_cast<std::size_t>(device)]; }
  bool knows(const CUctx_st* context) const {
    for (const CUctx_st& each : made)
      if (&each == context)
        return true;
    for (const CUctx_st& each : of_devices)
      if (&each == context)
        return true;
    return false;
  }
};

context_registry& contexts() {
  static auto& all = *new context_registry;
  return all;
}

/// The stack of this OS thread; the last one is the current context.
thread_local std::vector<CUcontext> pushed;

void work_in(CUcontext context) {
  if (context != nullptr)
    set_current_device(context->device, context->id);
}

/// The runtime API makes a device's own context the current one: when it is used while there is
/// none, and in cudaSetDevice().
void follow_runtime() {
  if (pushed.empty()) {
    if (thread_has_used_runtime())
      pushed.push_back(contexts().of_device(current_device()));
    return;
  }
  CUcontext& last = pushed.back();
  if (!last->destroyed && (last->device != current_device() || last->id != current_context()))
    last = contexts().of_device(current_device());
}

/// What was allocated in a context, and is still there, ends with it.
void end_memory_of(int device, std::uint64_t context) {
  for (const allocation& one : device_memory::instance().live())
    if (one.device == device && one.context == context && !is_mapped(one) &&
        !is_of_other_process(one)) {
      device_memory::instance().free(one.begin, driver_call::current()->caller, one.kind);
      note_gone(one.begin);
    }
}

constexpr unsigned known_flags = CU_CTX_FLAGS_MASK;

CUresult create(CUcontext* context, unsigned flags, CUdevice device) {
  if (context == nullptr || (flags & ~known_flags) != 0)
    return CUDA_ERROR_INVALID_VALUE;
  if (!is_device_number(device))
    return CUDA_ERROR_INVALID_DEVICE;
  const std::lock_guard lock(contexts().mutex);
  follow_runtime();
  CUctx_st& made = contexts().made.emplace_back();
  made.device = device;
  made.id = contexts().made.size();
  made.flags = flags;
  pushed.push_back(&made);
  work_in(&made);
  *context = &made;
  return CUDA_SUCCESS;
}

bool is_active(const CUctx_st& of_device) {
  return of_device.uses > 0 || runtime_was_used();
}

} // namespace

namespace cudalab::emulator {

CUresult as_result(cudaError_t error) {
  switch (error) {
  case cudaErrorInvalidConfiguration:
  case cudaErrorInvalidPitchValue:
  case cudaErrorInvalidSymbol:
  case cudaErrorInvalidHostPointer:
  case cudaErrorInvalidDevicePointer:
  case cudaErrorInvalidMemcpyDirection:
    return CUDA_ERROR_INVALID_VALUE;
  case cudaErrorInvalidDeviceFunction:
    return CUDA_ERROR_INVALID_HANDLE;
  default:
    return static_cast<CUresult>(error);
  }
}

CUresult check_initialised() {
  return initialised || runtime_was_used() ? CUDA_SUCCESS : CUDA_ERROR_NOT_INITIALIZED;
}

CUcontext context_at_hand() {
  const std::lock_guard lock(contexts().mutex);
  follow_runtime();
  return pushed.empty() ? nullptr : pushed.back();
}

CUresult check_context() {
  if (const CUresult error = check_initialised(); error != CUDA_SUCCESS)
    return error;
  const CUcontext current = context_at_hand();
  return current == nullptr   ? CUDA_ERROR_INVALID_CONTEXT
         : current->destroyed ? CUDA_ERROR_CONTEXT_IS_DESTROYED
                              : CUDA_SUCCESS;
}

CUcontext context_of(std::uint64_t id, int device) {
  const std::lock_guard lock(contexts().mutex);
  if (id == 0)
    return contexts().of_device(device);
  return id <= contexts().made.size() ? &contexts().made[id - 1] : nullptr;
}

bool is_context(CUcontext context) {
  const std::lock_guard lock(contexts().mutex);
  return contexts().knows(context) && !context->destroyed;
}

void operator,(CUresult error, dropped_result) {
  if (error != CUDA_SUCCESS)
    the_program_observer().error_dropped(static_cast<cudaError_t>(error), name_of(error),
                                         __builtin_return_address(0));
}

} // namespace cudalab::emulator

CUresult cuInit(unsigned int flags) {
  const driver_call call("cuInit", __builtin_return_address(0));
  if (flags != 0)
    return CUDA_ERROR_INVALID_VALUE;
  if (device_count() == 0)
    return CUDA_ERROR_NO_DEVICE;
  initialised = true;
  return CUDA_SUCCESS;
}

CUresult cuCtxCreate(CUcontext* context, CUctxCreateParams* parameters, unsigned int flags,
                     CUdevice device) {
  BEGIN_DRIVER_CALL("cuCtxCreate", check_initialised);
  if (parameters != nullptr &&
      (parameters->numExecAffinityParams != 0 || parameters->execAffinityParams != nullptr ||
       parameters->cigParams != nullptr))
    return CUDA_ERROR_NOT_SUPPORTED;
  return create(context, flags, device);
}

CUresult cuCtxCreate(CUcontext* context, unsigned int flags, CUdevice device) {
  BEGIN_DRIVER_CALL("cuCtxCreate", check_initialised);
  return create(context, flags, device);
}

CUresult cuCtxDestroy(CUcontext context) {
  BEGIN_DRIVER_CALL("cuCtxDestroy", check_initialised);
  if (!is_context(context) || context->id == 0)
    return CUDA_ERROR_INVALID_CONTEXT;
  const cudaError_t error = wait_for_device(context->device);
  {
    const std::lock_guard lock(contexts().mutex);
    follow_runtime();
    context->destroyed = true;
    if (!pushed.empty() && pushed.back() == context) {
      pushed.pop_back();
      if (!pushed.empty())
        work_in(pushed.back());
    }
  }
  end_memory_of(context->device, context->id);
  return as_result(error);
}

CUresult cuCtxPushCurrent(CUcontext context) {
  BEGIN_DRIVER_CALL("cuCtxPushCurrent", check_initialised);
  if (!is_context(context))
    return CUDA_ERROR_INVALID_CONTEXT;
  const std::lock_guard lock(contexts().mutex);
  follow_runtime();
  pushed.push_back(context);
  work_in(context);
  return CUDA_SUCCESS;
}

CUresult cuCtxPopCurrent(CUcontext* context) {
  BEGIN_DRIVER_CALL("cuCtxPopCurrent", check_initialised);
  const std::lock_guard lock(contexts().mutex);
  follow_runtime();
  if (pushed.empty())
    return CUDA_ERROR_INVALID_CONTEXT;
  if (context != nullptr)
    *context = pushed.back();
  pushed.pop_back();
  if (!pushed.empty())
    work_in(pushed.back());
  return CUDA_SUCCESS;
}

CUresult cuCtxSetCurrent(CUcontext context) {
  BEGIN_DRIVER_CALL("cuCtxSetCurrent", check_initialised);
  if (context != nullptr && !is_context(context))
    return CUDA_ERROR_INVALID_CONTEXT;
  const std::lock_guard lock(contexts().mutex);
  follow_runtime();
  if (!pushed.empty())
    pushed.pop_back();
  if (context != nullptr)
    pushed.push_back(context);
  if (!pushed.empty())
    work_in(pushed.back());
  return CUDA_SUCCESS;
}

CUresult cuCtxGetCurrent(CUcontext* context) {
  BEGIN_DRIVER_CALL("cuCtxGetCurrent", check_initialised);
  if (context == nullptr)
    return CUDA_ERROR_INVALID_VALUE;
  *context = context_at_hand();
  return CUDA_SUCCESS;
}

CUresult cuCtxGetDevice(CUdevice* device) {
  BEGIN_DRIVER_CALL("cuCtxGetDevice", check_context);
  if (device == nullptr)
    return CUDA_ERROR_INVALID_VALUE;
  *device = current_device();
  return CUDA_SUCCESS;
}

CUresult cuCtxGetDevice(CUdevice* device, CUcontext context) {
  if (context == nullptr)
    return cuCtxGetDevice(device);
  BEGIN_DRIVER_CALL("cuCtxGetDevice", check_initialised);
  if (device == nullptr)
    return CUDA_ERROR_INVALID_VALUE;
  if (!is_context(context))
    return CUDA_ERROR_INVALID_CONTEXT;
  *device = context->device;
  return CUDA_SUCCESS;
}

CUresult cuCtxGetFlags(unsigned int* flags) {
  BEGIN_DRIVER_CALL("cuCtxGetFlags", check_context);
  if (flags == nullptr)
    return CUDA_ERROR_INVALID_VALUE;
  *flags = context_at_hand()->flags;
  return CUDA_SUCCESS;
}

CUresult cuCtxGetId(CUcontext context, unsigned long long* id) {
  BEGIN_DRIVER_CALL("cuCtxGetId", check_context);
  if (id == nullptr)
    return CUDA_ERROR_INVALID_VALUE;
  if (context == nullptr)
    context = context_at_hand();
  else if (!is_context(context))
    return CUDA_ERROR_INVALID_CONTEXT;
  *id = context->id != 0 ? most_devices + context->id
                         : static_cast<unsigned long long>(context->device) + 1;
  return CUDA_SUCCESS;
}

CUresult cuCtxGetApiVersion(CUcontext context, unsigned int* version) {
  BEGIN_DRIVER_CALL("cuCtxGetApiVersion", check_initialised);
  if (version == nullptr)
    return CUDA_ERROR_INVALID_VALUE;
  if (context != nullptr && !is_context(context))
    return CUDA_ERROR_INVALID_CONTEXT;
  *version = 3020; // as all drivers say since CUDA 3.2
  return CUDA_SUCCESS;
}

CUresult cuCtxSynchronize() {
  BEGIN_DRIVER_CALL("cuCtxSynchronize", check_context);
  return as_result(cudaDeviceSynchronize());
}

CUresult cuCtxSynchronize(CUcontext context) {
  if (context == nullptr)
    return cuCtxSynchronize();
  BEGIN_DRIVER_CALL("cuCtxSynchronize", check_initialised);
  if (!is_context(context))
    return CUDA_ERROR_INVALID_CONTEXT;
  return as_result(finish(wait_for_device(context->device)));
}

CUresult cuCtxSetLimit(CUlimit limit, size_t value) {
  BEGIN_DRIVER_CALL("cuCtxSetLimit", check_context);
  return as_result(cudaDeviceSetLimit(static_cast<cudaLimit>(limit), value));
}

CUresult cuCtxGetLimit(size_t* value, CUlimit limit) {
  BEGIN_DRIVER_CALL("cuCtxGetLimit", check_context);
  return as_result(cudaDeviceGetLimit(value, static_cast<cudaLimit>(limit)));
}

CUresult cuCtxGetCacheConfig(CUfunc_cache* config) {
  BEGIN_DRIVER_CALL("cuCtxGetCacheConfig", check_context);
  cudaFuncCache found = cudaFuncCachePreferNone;
  const cudaError_t error = cudaDeviceGetCacheConfig(config == nullptr ? nullptr : &found);
  if (error == cudaSuccess)
    *config = static_cast<CUfunc_cache>(found);
  return as_result(error);
}

CUresult cuCtxSetCacheConfig(CUfunc_cache config) {
  BEGIN_DRIVER_CALL("cuCtxSetCacheConfig", check_context);
  return as_result(cudaDeviceSetCacheConfig(static_cast<cudaFuncCache>(config)));
}

CUresult cuCtxGetStreamPriorityRange(int* least, int* greatest) {
  BEGIN_DRIVER_CALL("cuCtxGetStreamPriorityRange", check_context);
  return as_result(cudaDeviceGetStreamPriorityRange(least, greatest));
}

CUresult cuCtxResetPersistingL2Cache() {
  BEGIN_DRIVER_CALL("cuCtxResetPersistingL2Cache", check_context);
  return as_result(cudaCtxResetPersistingL2Cache());
}

CUresult cuCtxEnablePeerAccess(CUcontext peer, unsigned int flags) {
  BEGIN_DRIVER_CALL("cuCtxEnablePeerAccess", check_context);
  if (!is_context(peer))
    return CUDA_ERROR_INVALID_CONTEXT;
  return as_result(cudaDeviceEnablePeerAccess(peer->device, flags));
}

CUresult cuCtxDisablePeerAccess(CUcontext peer) {
  BEGIN_DRIVER_CALL("cuCtxDisablePeerAccess", check_context);
  if (!is_context(peer))
    return CUDA_ERROR_INVALID_CONTEXT;
  return as_result(cudaDeviceDisablePeerAccess(peer->device));
}

CUresult cuDevicePrimaryCtxRetain(CUcontext* context, CUdevice device) {
  BEGIN_DRIVER_CALL("cuDevicePrimaryCtxRetain", check_initialised);
  if (context == nullptr)
    return CUDA_ERROR_INVALID_VALUE;
  if (!is_device_number(device))
    return CUDA_ERROR_INVALID_DEVICE;
  const std::lock_guard lock(contexts().mutex);
  *context = contexts().of_device(device);
  ++(*context)->uses;
  return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxRelease(CUdevice device) {
  BEGIN_DRIVER_CALL("cuDevicePrimaryCtxRelease", check_initialised);
  if (!is_device_number(device))
    return CUDA_ERROR_INVALID_DEVICE;
  CUctx_st& own = *context_of(0, device);
  {
    const std::lock_guard lock(contexts().mutex);
    if (own.uses == 0)
      return CUDA_ERROR_INVALID_CONTEXT;
    --own.uses;
    if (is_active(own))
      return CUDA_SUCCESS;
  }
  const cudaError_t error = wait_for_device(device);
  end_memory_of(device, 0);
  return as_result(error);
}

CUresult cuDevicePrimaryCtxReset(CUdevice device) {
  BEGIN_DRIVER_CALL("cuDevicePrimaryCtxReset", check_initialised);
  if (!is_device_number(device))
    return CUDA_ERROR_INVALID_DEVICE;
  const cudaError_t error = wait_for_device(device);
  end_memory_of(device, 0);
  return as_result(error);
}

CUresult cuDevicePrimaryCtxSetFlags(CUdevice device, unsigned int flags) {
  BEGIN_DRIVER_CALL("cuDevicePrimaryCtxSetFlags", check_initialised);
  if (!is_device_number(device))
    return CUDA_ERROR_INVALID_DEVICE;
  if ((flags & ~known_flags) != 0)
    return CUDA_ERROR_INVALID_VALUE;
  const std::lock_guard lock(contexts().mutex);
  contexts().of_device(device)->flags = flags;
  return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxGetState(CUdevice device, unsigned int* flags, int* active) {
  BEGIN_DRIVER_CALL("cuDevicePrimaryCtxGetState", check_initialised);
  if (!is_device_number(device))
    return CUDA_ERROR_INVALID_DEVICE;
  if (flags == nullptr || active == nullptr)
    return CUDA_ERROR_INVALID_VALUE;
  const std::lock_guard lock(contexts().mutex);
  const CUctx_st& own = *contexts().of_device(device);
  *flags = own.flags;
  *active = is_active(own) ? 1 : 0;
  return CUDA_SUCCESS;
}
