// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// CUDA's errors, with CUDA's numbers.
#pragma once

/// One line an error: CUDALAB_ERROR(name, number, text), with the texts of cudaGetErrorString.
#define CUDALAB_ERRORS                                                                             \
  CUDALAB_ERROR(cudaSuccess, 0, "no error")                                                        \
  CUDALAB_ERROR(cudaErrorInvalidValue, 1, "invalid argument")                                      \
  CUDALAB_ERROR(cudaErrorMemoryAllocation, 2, "out of memory")                                     \
  CUDALAB_ERROR(cudaErrorInitializationError, 3, "initialization error")                           \
  CUDALAB_ERROR(cudaErrorCudartUnloading, 4, "driver shutting down")                               \
  CUDALAB_ERROR(cudaErrorInvalidConfiguration, 9, "invalid configuration argument")                \
  CUDALAB_ERROR(cudaErrorInvalidPitchValue, 12, "invalid pitch argument")                          \
  CUDALAB_ERROR(cudaErrorInvalidSymbol, 13, "invalid device symbol")                               \
  CUDALAB_ERROR(cudaErrorInvalidDevicePointer, 17, "invalid device pointer")                       \
  CUDALAB_ERROR(cudaErrorInvalidMemcpyDirection, 21, "invalid copy direction for memcpy")          \
  CUDALAB_ERROR(cudaErrorInsufficientDriver, 35,                                                   \
                "CUDA driver version is insufficient for CUDA runtime version")                    \
  CUDALAB_ERROR(cudaErrorInvalidDeviceFunction, 98, "invalid device function")                     \
  CUDALAB_ERROR(cudaErrorNoDevice, 100, "no CUDA-capable device is detected")                      \
  CUDALAB_ERROR(cudaErrorInvalidDevice, 101, "invalid device ordinal")                             \
  CUDALAB_ERROR(cudaErrorInvalidResourceHandle, 400, "invalid resource handle")                    \
  CUDALAB_ERROR(cudaErrorNotReady, 600, "device not ready")                                        \
  CUDALAB_ERROR(cudaErrorIllegalAddress, 700, "an illegal memory access was encountered")          \
  CUDALAB_ERROR(cudaErrorLaunchOutOfResources, 701, "too many resources requested for launch")     \
  CUDALAB_ERROR(cudaErrorLaunchTimeout, 702, "the launch timed out and was terminated")            \
  CUDALAB_ERROR(cudaErrorAssert, 710, "device-side assert triggered")                              \
  CUDALAB_ERROR(cudaErrorHardwareStackError, 714, "hardware stack error")                          \
  CUDALAB_ERROR(cudaErrorIllegalInstruction, 715, "an illegal instruction was encountered")        \
  CUDALAB_ERROR(cudaErrorMisalignedAddress, 716, "misaligned address")                             \
  CUDALAB_ERROR(cudaErrorInvalidAddressSpace, 717,                                                 \
                "operation not supported on global/shared address space")                          \
  CUDALAB_ERROR(cudaErrorInvalidPc, 718, "invalid program counter")                                \
  CUDALAB_ERROR(cudaErrorLaunchFailure, 719, "unspecified launch failure")                         \
  CUDALAB_ERROR(cudaErrorNotPermitted, 800, "operation not permitted")                             \
  CUDALAB_ERROR(cudaErrorNotSupported, 801, "operation not supported")                             \
  CUDALAB_ERROR(cudaErrorUnknown, 999, "unknown error")

#define CUDALAB_ERROR(name, number, text) name = number,
enum cudaError { CUDALAB_ERRORS };
#undef CUDALAB_ERROR
typedef enum cudaError cudaError_t;
