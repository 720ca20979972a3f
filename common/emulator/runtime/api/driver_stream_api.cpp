// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The driver API: streams, events and kernels.
#include <cstddef>
#include <vector>

#include "emulator/include/cudalab/driver_api.h"
#include "emulator/include/cudalab/launch_api.h"
#include "emulator/runtime/api/driver_contexts.h"
#include "emulator/runtime/driver_call.h"

using namespace cudalab::emulator;

CUresult cuStreamCreate(CUstream* stream, unsigned int flags) {
  BEGIN_DRIVER_CALL("cuStreamCreate", check_context);
  return as_result(cudaStreamCreateWithFlags(stream, flags));
}

CUresult cuStreamCreateWithPriority(CUstream* stream, unsigned int flags, int priority) {
  BEGIN_DRIVER_CALL("cuStreamCreateWithPriority", check_context);
  return as_result(cudaStreamCreateWithPriority(stream, flags, priority));
}

CUresult cuStreamDestroy(CUstream stream) {
  BEGIN_DRIVER_CALL("cuStreamDestroy", check_context);
  return as_result(cudaStreamDestroy(stream));
}

CUresult cuStreamSynchronize(CUstream stream) {
  BEGIN_DRIVER_CALL("cuStreamSynchronize", check_context);
  return as_result(cudaStreamSynchronize(stream));
}

CUresult cuStreamQuery(CUstream stream) {
  BEGIN_DRIVER_CALL("cuStreamQuery", check_context);
  return as_result(cudaStreamQuery(stream));
}

CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned int flags) {
  BEGIN_DRIVER_CALL("cuStreamWaitEvent", check_context);
  return as_result(cudaStreamWaitEvent(stream, event, flags));
}

CUresult cuStreamGetPriority(CUstream stream, int* priority) {
  BEGIN_DRIVER_CALL("cuStreamGetPriority", check_context);
  return as_result(cudaStreamGetPriority(stream, priority));
}

CUresult cuStreamGetFlags(CUstream stream, unsigned int* flags) {
  BEGIN_DRIVER_CALL("cuStreamGetFlags", check_context);
  return as_result(cudaStreamGetFlags(stream, flags));
}

CUresult cuStreamGetId(CUstream stream, unsigned long long* id) {
  BEGIN_DRIVER_CALL("cuStreamGetId", check_context);
  return as_result(cudaStreamGetId(stream, id));
}

CUresult cuStreamGetDevice(CUstream stream, CUdevice* device) {
  BEGIN_DRIVER_CALL("cuStreamGetDevice", check_context);
  return as_result(cudaStreamGetDevice(stream, device));
}

CUresult cuLaunchHostFunc(CUstream stream, CUhostFn function, void* data) {
  BEGIN_DRIVER_CALL("cuLaunchHostFunc", check_context);
  return as_result(cudaLaunchHostFunc(stream, function, data));
}

CUresult cuEventCreate(CUevent* event, unsigned int flags) {
  BEGIN_DRIVER_CALL("cuEventCreate", check_context);
  return as_result(cudaEventCreateWithFlags(event, flags));
}

CUresult cuEventDestroy(CUevent event) {
  BEGIN_DRIVER_CALL("cuEventDestroy", check_context);
  return as_result(cudaEventDestroy(event));
}

CUresult cuEventRecord(CUevent event, CUstream stream) {
  BEGIN_DRIVER_CALL("cuEventRecord", check_context);
  return as_result(cudaEventRecord(event, stream));
}

CUresult cuEventRecordWithFlags(CUevent event, CUstream stream, unsigned int flags) {
  BEGIN_DRIVER_CALL("cuEventRecordWithFlags", check_context);
  return as_result(cudaEventRecordWithFlags(event, stream, flags));
}

CUresult cuEventSynchronize(CUevent event) {
  BEGIN_DRIVER_CALL("cuEventSynchronize", check_context);
  return as_result(cudaEventSynchronize(event));
}

CUresult cuEventQuery(CUevent event) {
  BEGIN_DRIVER_CALL("cuEventQuery", check_context);
  return as_result(cudaEventQuery(event));
}

CUresult cuEventElapsedTime(float* milliseconds, CUevent start, CUevent stop) {
  BEGIN_DRIVER_CALL("cuEventElapsedTime", check_context);
  return as_result(cudaEventElapsedTime(milliseconds, start, stop));
}

CUresult cuFuncGetAttribute(int* value, CUfunction_attribute attribute, CUfunction function) {
  BEGIN_DRIVER_CALL("cuFuncGetAttribute", check_context);
  if (value == nullptr)
    return CUDA_ERROR_INVALID_VALUE;
  cudaFuncAttributes found;
  if (const cudaError_t failed = cudaFuncGetAttributes(&found, static_cast<const void*>(function));
      failed != cudaSuccess)
    return as_result(failed);
  switch (attribute) {
  case CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
    *value = found.maxThreadsPerBlock;
    return CUDA_SUCCESS;
  case CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES:
    *value = static_cast<int>(found.sharedSizeBytes);
    return CUDA_SUCCESS;
  case CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES:
    *value = static_cast<int>(found.constSizeBytes);
    return CUDA_SUCCESS;
  case CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES:
    *value = static_cast<int>(found.localSizeBytes);
    return CUDA_SUCCESS;
  case CU_FUNC_ATTRIBUTE_NUM_REGS:
    *value = found.numRegs;
    return CUDA_SUCCESS;
  case CU_FUNC_ATTRIBUTE_PTX_VERSION:
    *value = found.ptxVersion;
    return CUDA_SUCCESS;
  case CU_FUNC_ATTRIBUTE_BINARY_VERSION:
    *value = found.binaryVersion;
    return CUDA_SUCCESS;
  case CU_FUNC_ATTRIBUTE_CACHE_MODE_CA:
    *value = found.cacheModeCA;
    return CUDA_SUCCESS;
  case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
    *value = found.maxDynamicSharedSizeBytes;
    return CUDA_SUCCESS;
  case CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
    *value = found.preferredShmemCarveout;
    return CUDA_SUCCESS;
  }
  return CUDA_ERROR_INVALID_VALUE;
}

CUresult cuFuncSetAttribute(CUfunction function, CUfunction_attribute attribute, int value) {
  BEGIN_DRIVER_CALL("cuFuncSetAttribute", check_context);
  return as_result(cudaFuncSetAttribute(static_cast<const void*>(function),
                                        static_cast<cudaFuncAttribute>(attribute), value));
}

CUresult cuFuncSetCacheConfig(CUfunction function, CUfunc_cache config) {
  BEGIN_DRIVER_CALL("cuFuncSetCacheConfig", check_context);
  return as_result(cudaFuncSetCacheConfig(static_cast<const void*>(function),
                                          static_cast<cudaFuncCache>(config)));
}

CUresult cuFuncGetName(const char** name, CUfunction function) {
  BEGIN_DRIVER_CALL("cuFuncGetName", check_context);
  return as_result(cudaFuncGetName(name, static_cast<const void*>(function)));
}

CUresult cuFuncGetParamInfo(CUfunction function, size_t number, size_t* offset, size_t* bytes) {
  BEGIN_DRIVER_CALL("cuFuncGetParamInfo", check_context);
  return as_result(cudaFuncGetParamInfo(static_cast<const void*>(function), number, offset, bytes));
}

CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, CUfunction function,
                                                     int block_size, size_t dynamic_bytes) {
  return cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, function, block_size,
                                                              dynamic_bytes, 0);
}

CUresult cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, CUfunction function,
                                                              int block_size, size_t dynamic_bytes,
                                                              unsigned int flags) {
  BEGIN_DRIVER_CALL("cuOccupancyMaxActiveBlocksPerMultiprocessor", check_context);
  return as_result(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
      blocks, static_cast<const void*>(function), block_size, dynamic_bytes, flags));
}

CUresult cuOccupancyMaxPotentialBlockSize(int* least_grid, int* block_size, CUfunction function,
                                          CUoccupancyB2DSize dynamic_bytes_of, size_t dynamic_bytes,
                                          int largest_block) {
  BEGIN_DRIVER_CALL("cuOccupancyMaxPotentialBlockSize", check_context);
  const auto bytes_of = [&](int size) {
    return dynamic_bytes_of == nullptr ? dynamic_bytes : dynamic_bytes_of(size);
  };
  return as_result(cudaOccupancyMaxPotentialBlockSizeVariableSMem(
      least_grid, block_size, static_cast<const void*>(function), bytes_of, largest_block));
}

namespace {

/// The address of each argument among those that `extra` has in one piece.
CUresult find_arguments(CUfunction function, void** extra, std::vector<void*>& found) {
  std::byte* piece = nullptr;
  std::size_t bytes = 0;
  for (void** each = extra; *each != CU_LAUNCH_PARAM_END; each += 2)
    if (*each == CU_LAUNCH_PARAM_BUFFER_POINTER)
      piece = static_cast<std::byte*>(each[1]);
    else if (*each == CU_LAUNCH_PARAM_BUFFER_SIZE)
      bytes = *static_cast<std::size_t*>(each[1]);
    else
      return CUDA_ERROR_INVALID_VALUE;
  std::size_t offset = 0, size = 0;
  for (std::size_t number = 0; cudaFuncGetParamInfo(static_cast<const void*>(function), number,
                                                    &offset, &size) == cudaSuccess;
       ++number) {
    if (piece == nullptr || offset + size > bytes)
      return CUDA_ERROR_INVALID_VALUE;
    found.push_back(piece + offset);
  }
  return CUDA_SUCCESS;
}

} // namespace

CUresult cuLaunchKernel(CUfunction function, unsigned int grid_x, unsigned int grid_y,
                        unsigned int grid_z, unsigned int block_x, unsigned int block_y,
                        unsigned int block_z, unsigned int shared_bytes, CUstream stream,
                        void** arguments, void** extra, const char* file, int line) {
  BEGIN_DRIVER_CALL("cuLaunchKernel", check_context);
  std::vector<void*> found;
  if (extra != nullptr) {
    if (arguments != nullptr)
      return CUDA_ERROR_INVALID_VALUE;
    if (const CUresult failed = find_arguments(function, extra, found); failed != CUDA_SUCCESS)
      return failed;
    arguments = found.data();
  }
  return as_result(cudaLaunchKernel(static_cast<const void*>(function), {grid_x, grid_y, grid_z},
                                    {block_x, block_y, block_z}, arguments, shared_bytes, stream,
                                    file, line));
}

CUresult cuLaunchCooperativeKernel(CUfunction function, unsigned int grid_x, unsigned int grid_y,
                                   unsigned int grid_z, unsigned int block_x, unsigned int block_y,
                                   unsigned int block_z, unsigned int shared_bytes, CUstream stream,
                                   void** arguments, const char* file, int line) {
  BEGIN_DRIVER_CALL("cuLaunchCooperativeKernel", check_context);
  return as_result(cudaLaunchCooperativeKernel(
      static_cast<const void*>(function), {grid_x, grid_y, grid_z}, {block_x, block_y, block_z},
      arguments, shared_bytes, stream, file, line));
}
