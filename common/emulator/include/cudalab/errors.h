// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// CUDA's errors, with CUDA's numbers.
#pragma once // IWYU pragma: private, include <cuda_runtime.h>

/// One line an error: CUDALAB_ERROR(name, number, text), with the texts of cudaGetErrorString as
/// CUDA 13.0 has them.
#define CUDALAB_ERRORS                                                                             \
  CUDALAB_ERROR(cudaSuccess, 0, "no error")                                                        \
  CUDALAB_ERROR(cudaErrorInvalidValue, 1, "invalid argument")                                      \
  CUDALAB_ERROR(cudaErrorMemoryAllocation, 2, "out of memory")                                     \
  CUDALAB_ERROR(cudaErrorInitializationError, 3, "initialization error")                           \
  CUDALAB_ERROR(cudaErrorCudartUnloading, 4, "driver shutting down")                               \
  CUDALAB_ERROR(cudaErrorProfilerDisabled, 5,                                                      \
                "profiler disabled while using external profiling tool")                           \
  CUDALAB_ERROR(cudaErrorProfilerNotInitialized, 6,                                                \
                "profiler not initialized: call cudaProfilerInitialize()")                         \
  CUDALAB_ERROR(cudaErrorProfilerAlreadyStarted, 7, "profiler already started")                    \
  CUDALAB_ERROR(cudaErrorProfilerAlreadyStopped, 8, "profiler already stopped")                    \
  CUDALAB_ERROR(cudaErrorInvalidConfiguration, 9, "invalid configuration argument")                \
  CUDALAB_ERROR(cudaErrorInvalidPitchValue, 12, "invalid pitch argument")                          \
  CUDALAB_ERROR(cudaErrorInvalidSymbol, 13, "invalid device symbol")                               \
  CUDALAB_ERROR(cudaErrorInvalidHostPointer, 16, "invalid host pointer")                           \
  CUDALAB_ERROR(cudaErrorInvalidDevicePointer, 17, "invalid device pointer")                       \
  CUDALAB_ERROR(cudaErrorInvalidTexture, 18, "invalid texture reference")                          \
  CUDALAB_ERROR(cudaErrorInvalidTextureBinding, 19, "texture is not bound to a pointer")           \
  CUDALAB_ERROR(cudaErrorInvalidChannelDescriptor, 20, "invalid channel descriptor")               \
  CUDALAB_ERROR(cudaErrorInvalidMemcpyDirection, 21, "invalid copy direction for memcpy")          \
  CUDALAB_ERROR(cudaErrorAddressOfConstant, 22, "invalid address of constant")                     \
  CUDALAB_ERROR(cudaErrorTextureFetchFailed, 23, "fetch from texture failed")                      \
  CUDALAB_ERROR(cudaErrorTextureNotBound, 24, "cannot fetch from a texture that is not bound")     \
  CUDALAB_ERROR(cudaErrorSynchronizationError, 25, "incorrect use of __syncthreads()")             \
  CUDALAB_ERROR(cudaErrorInvalidFilterSetting, 26,                                                 \
                "linear filtering not supported for non-float type")                               \
  CUDALAB_ERROR(cudaErrorInvalidNormSetting, 27,                                                   \
                "read as normalized float not supported for data type")                            \
  CUDALAB_ERROR(cudaErrorMixedDeviceExecution, 28,                                                 \
                "device emulation mode and device execution mode cannot be mixed")                 \
  CUDALAB_ERROR(cudaErrorNotYetImplemented, 31, "feature not yet implemented")                     \
  CUDALAB_ERROR(cudaErrorMemoryValueTooLarge, 32,                                                  \
                "memory size or pointer value too large to fit in 32 bit")                         \
  CUDALAB_ERROR(cudaErrorStubLibrary, 34, "CUDA driver is a stub library")                         \
  CUDALAB_ERROR(cudaErrorInsufficientDriver, 35,                                                   \
                "CUDA driver version is insufficient for CUDA runtime version")                    \
  CUDALAB_ERROR(cudaErrorCallRequiresNewerDriver, 36,                                              \
                "API call is not supported in the installed CUDA driver")                          \
  CUDALAB_ERROR(cudaErrorInvalidSurface, 37, "invalid surface reference")                          \
  CUDALAB_ERROR(cudaErrorDuplicateVariableName, 43,                                                \
                "duplicate global variable looked up by string name")                              \
  CUDALAB_ERROR(cudaErrorDuplicateTextureName, 44, "duplicate texture looked up by string name")   \
  CUDALAB_ERROR(cudaErrorDuplicateSurfaceName, 45, "duplicate surface looked up by string name")   \
  CUDALAB_ERROR(cudaErrorDevicesUnavailable, 46,                                                   \
                "CUDA-capable device(s) is/are busy or unavailable")                               \
  CUDALAB_ERROR(cudaErrorIncompatibleDriverContext, 49, "incompatible driver context")             \
  CUDALAB_ERROR(cudaErrorMissingConfiguration, 52, "__global__ function call is not configured")   \
  CUDALAB_ERROR(cudaErrorPriorLaunchFailure, 53, "unspecified launch failure in prior launch")     \
  CUDALAB_ERROR(cudaErrorLaunchMaxDepthExceeded, 65,                                               \
                "launch would exceed maximum depth of nested launches")                            \
  CUDALAB_ERROR(cudaErrorLaunchFileScopedTex, 66,                                                  \
                "launch failed because kernel uses unsupported, file-scoped textures (texture "    \
                "objects are supported)")                                                          \
  CUDALAB_ERROR(cudaErrorLaunchFileScopedSurf, 67,                                                 \
                "launch failed because kernel uses unsupported, file-scoped surfaces (surface "    \
                "objects are supported)")                                                          \
  CUDALAB_ERROR(cudaErrorSyncDepthExceeded, 68,                                                    \
                "cudaDeviceSynchronize failed because caller's grid depth exceeds "                \
                "cudaLimitDevRuntimeSyncDepth")                                                    \
  CUDALAB_ERROR(cudaErrorLaunchPendingCountExceeded, 69,                                           \
                "launch failed because launch would exceed cudaLimitDevRuntimePendingLaunchCount") \
  CUDALAB_ERROR(cudaErrorInvalidDeviceFunction, 98, "invalid device function")                     \
  CUDALAB_ERROR(cudaErrorNoDevice, 100, "no CUDA-capable device is detected")                      \
  CUDALAB_ERROR(cudaErrorInvalidDevice, 101, "invalid device ordinal")                             \
  CUDALAB_ERROR(cudaErrorDeviceNotLicensed, 102, "device doesn't have valid Grid license")         \
  CUDALAB_ERROR(cudaErrorSoftwareValidityNotEstablished, 103, "integrity checks failed")           \
  CUDALAB_ERROR(cudaErrorStartupFailure, 127, "startup failure in cuda runtime")                   \
  CUDALAB_ERROR(cudaErrorInvalidKernelImage, 200, "device kernel image is invalid")                \
  CUDALAB_ERROR(cudaErrorDeviceUninitialized, 201, "invalid device context")                       \
  CUDALAB_ERROR(cudaErrorMapBufferObjectFailed, 205, "mapping of buffer object failed")            \
  CUDALAB_ERROR(cudaErrorUnmapBufferObjectFailed, 206, "unmapping of buffer object failed")        \
  CUDALAB_ERROR(cudaErrorArrayIsMapped, 207, "array is mapped")                                    \
  CUDALAB_ERROR(cudaErrorAlreadyMapped, 208, "resource already mapped")                            \
  CUDALAB_ERROR(cudaErrorNoKernelImageForDevice, 209,                                              \
                "no kernel image is available for execution on the device")                        \
  CUDALAB_ERROR(cudaErrorAlreadyAcquired, 210, "resource already acquired")                        \
  CUDALAB_ERROR(cudaErrorNotMapped, 211, "resource not mapped")                                    \
  CUDALAB_ERROR(cudaErrorNotMappedAsArray, 212, "resource not mapped as array")                    \
  CUDALAB_ERROR(cudaErrorNotMappedAsPointer, 213, "resource not mapped as pointer")                \
  CUDALAB_ERROR(cudaErrorECCUncorrectable, 214, "uncorrectable ECC error encountered")             \
  CUDALAB_ERROR(cudaErrorUnsupportedLimit, 215, "limit is not supported on this architecture")     \
  CUDALAB_ERROR(cudaErrorDeviceAlreadyInUse, 216,                                                  \
                "exclusive-thread device already in use by a different thread")                    \
  CUDALAB_ERROR(cudaErrorPeerAccessUnsupported, 217,                                               \
                "peer access is not supported between these two devices")                          \
  CUDALAB_ERROR(cudaErrorInvalidPtx, 218, "a PTX JIT compilation failed")                          \
  CUDALAB_ERROR(cudaErrorInvalidGraphicsContext, 219, "invalid OpenGL or DirectX context")         \
  CUDALAB_ERROR(cudaErrorNvlinkUncorrectable, 220,                                                 \
                "uncorrectable NVLink error detected during the execution")                        \
  CUDALAB_ERROR(cudaErrorJitCompilerNotFound, 221, "PTX JIT compiler library not found")           \
  CUDALAB_ERROR(cudaErrorUnsupportedPtxVersion, 222,                                               \
                "the provided PTX was compiled with an unsupported toolchain.")                    \
  CUDALAB_ERROR(cudaErrorJitCompilationDisabled, 223, "PTX JIT compilation was disabled")          \
  CUDALAB_ERROR(cudaErrorUnsupportedExecAffinity, 224,                                             \
                "the provided execution affinity is not supported")                                \
  CUDALAB_ERROR(cudaErrorUnsupportedDevSideSync, 225,                                              \
                "the provided PTX contains unsupported call to cudaDeviceSynchronize")             \
  CUDALAB_ERROR(cudaErrorContained, 226,                                                           \
                "Invalid access of peer GPU memory over nvlink or a hardware error")               \
  CUDALAB_ERROR(cudaErrorInvalidSource, 300, "device kernel image is invalid")                     \
  CUDALAB_ERROR(cudaErrorFileNotFound, 301, "file not found")                                      \
  CUDALAB_ERROR(cudaErrorSharedObjectSymbolNotFound, 302, "shared object symbol not found")        \
  CUDALAB_ERROR(cudaErrorSharedObjectInitFailed, 303, "shared object initialization failed")       \
  CUDALAB_ERROR(cudaErrorOperatingSystem, 304,                                                     \
                "OS call failed or operation not supported on this OS")                            \
  CUDALAB_ERROR(cudaErrorInvalidResourceHandle, 400, "invalid resource handle")                    \
  CUDALAB_ERROR(cudaErrorIllegalState, 401,                                                        \
                "the operation cannot be performed in the present state")                          \
  CUDALAB_ERROR(cudaErrorLossyQuery, 402, "attempted introspection would be semantically lossy")   \
  CUDALAB_ERROR(cudaErrorSymbolNotFound, 500, "named symbol not found")                            \
  CUDALAB_ERROR(cudaErrorNotReady, 600, "device not ready")                                        \
  CUDALAB_ERROR(cudaErrorIllegalAddress, 700, "an illegal memory access was encountered")          \
  CUDALAB_ERROR(cudaErrorLaunchOutOfResources, 701, "too many resources requested for launch")     \
  CUDALAB_ERROR(cudaErrorLaunchTimeout, 702, "the launch timed out and was terminated")            \
  CUDALAB_ERROR(cudaErrorLaunchIncompatibleTexturing, 703,                                         \
                "launch uses incompatible texturing mode")                                         \
  CUDALAB_ERROR(cudaErrorPeerAccessAlreadyEnabled, 704, "peer access is already enabled")          \
  CUDALAB_ERROR(cudaErrorPeerAccessNotEnabled, 705, "peer access has not been enabled")            \
  CUDALAB_ERROR(cudaErrorSetOnActiveProcess, 708,                                                  \
                "cannot set while device is active in this process")                               \
  CUDALAB_ERROR(cudaErrorContextIsDestroyed, 709, "context is destroyed")                          \
  CUDALAB_ERROR(cudaErrorAssert, 710, "device-side assert triggered")                              \
  CUDALAB_ERROR(cudaErrorTooManyPeers, 711, "peer mapping resources exhausted")                    \
  CUDALAB_ERROR(cudaErrorHostMemoryAlreadyRegistered, 712,                                         \
                "part or all of the requested memory range is already mapped")                     \
  CUDALAB_ERROR(cudaErrorHostMemoryNotRegistered, 713,                                             \
                "pointer does not correspond to a registered memory region")                       \
  CUDALAB_ERROR(cudaErrorHardwareStackError, 714, "hardware stack error")                          \
  CUDALAB_ERROR(cudaErrorIllegalInstruction, 715, "an illegal instruction was encountered")        \
  CUDALAB_ERROR(cudaErrorMisalignedAddress, 716, "misaligned address")                             \
  CUDALAB_ERROR(cudaErrorInvalidAddressSpace, 717,                                                 \
                "operation not supported on global/shared address space")                          \
  CUDALAB_ERROR(cudaErrorInvalidPc, 718, "invalid program counter")                                \
  CUDALAB_ERROR(cudaErrorLaunchFailure, 719, "unspecified launch failure")                         \
  CUDALAB_ERROR(cudaErrorCooperativeLaunchTooLarge, 720, "too many blocks in cooperative launch")  \
  CUDALAB_ERROR(cudaErrorTensorMemoryLeak, 721, "tensor memory not completely freed")              \
  CUDALAB_ERROR(cudaErrorNotPermitted, 800, "operation not permitted")                             \
  CUDALAB_ERROR(cudaErrorNotSupported, 801, "operation not supported")                             \
  CUDALAB_ERROR(cudaErrorSystemNotReady, 802, "system not yet initialized")                        \
  CUDALAB_ERROR(cudaErrorSystemDriverMismatch, 803,                                                \
                "system has unsupported display driver / cuda driver combination")                 \
  CUDALAB_ERROR(cudaErrorCompatNotSupportedOnDevice, 804,                                          \
                "forward compatibility was attempted on non supported HW")                         \
  CUDALAB_ERROR(cudaErrorMpsConnectionFailed, 805,                                                 \
                "MPS client failed to connect to the MPS control daemon or the MPS server")        \
  CUDALAB_ERROR(cudaErrorMpsRpcFailure, 806,                                                       \
                "the remote procedural call between the MPS server and the MPS client failed")     \
  CUDALAB_ERROR(cudaErrorMpsServerNotReady, 807,                                                   \
                "MPS server is not ready to accept new MPS client requests")                       \
  CUDALAB_ERROR(cudaErrorMpsMaxClientsReached, 808,                                                \
                "the hardware resources required to create MPS client have been exhausted")        \
  CUDALAB_ERROR(                                                                                   \
      cudaErrorMpsMaxConnectionsReached, 809,                                                      \
      "the hardware resources required to support device connections have been exhausted")         \
  CUDALAB_ERROR(cudaErrorMpsClientTerminated, 810,                                                 \
                "the MPS client has been terminated by the server")                                \
  CUDALAB_ERROR(cudaErrorCdpNotSupported, 811,                                                     \
                "is using CUDA Dynamic Parallelism, but the current configuration, like MPS, "     \
                "does not support it")                                                             \
  CUDALAB_ERROR(cudaErrorCdpVersionMismatch, 812,                                                  \
                "unsupported interaction between different versions of CUDA Dynamic Parallelism")  \
  CUDALAB_ERROR(cudaErrorStreamCaptureUnsupported, 900,                                            \
                "operation not permitted when stream is capturing")                                \
  CUDALAB_ERROR(cudaErrorStreamCaptureInvalidated, 901,                                            \
                "operation failed due to a previous error during capture")                         \
  CUDALAB_ERROR(cudaErrorStreamCaptureMerge, 902,                                                  \
                "operation would result in a merge of separate capture sequences")                 \
  CUDALAB_ERROR(cudaErrorStreamCaptureUnmatched, 903,                                              \
                "capture was not ended in the same stream as it began")                            \
  CUDALAB_ERROR(cudaErrorStreamCaptureUnjoined, 904, "capturing stream has unjoined work")         \
  CUDALAB_ERROR(cudaErrorStreamCaptureIsolation, 905,                                              \
                "dependency created on uncaptured work in another stream")                         \
  CUDALAB_ERROR(cudaErrorStreamCaptureImplicit, 906,                                               \
                "operation would make the legacy stream depend on a capturing blocking stream")    \
  CUDALAB_ERROR(cudaErrorCapturedEvent, 907,                                                       \
                "operation not permitted on an event last recorded in a capturing stream")         \
  CUDALAB_ERROR(cudaErrorStreamCaptureWrongThread, 908,                                            \
                "attempt to terminate a thread-local capture sequence from another thread")        \
  CUDALAB_ERROR(cudaErrorTimeout, 909, "wait operation timed out")                                 \
  CUDALAB_ERROR(cudaErrorGraphExecUpdateFailure, 910,                                              \
                "the graph update was not performed because it included changes which violated "   \
                "constraints specific to instantiated graph update")                               \
  CUDALAB_ERROR(cudaErrorExternalDevice, 911,                                                      \
                "an async error has occured in external entity outside of CUDA")                   \
  CUDALAB_ERROR(cudaErrorInvalidClusterSize, 912,                                                  \
                "a kernel launch error has occurred due to cluster misconfiguration")              \
  CUDALAB_ERROR(                                                                                   \
      cudaErrorFunctionNotLoaded, 913,                                                             \
      "the function handle is not loaded when calling an API that requires a loaded function")     \
  CUDALAB_ERROR(cudaErrorInvalidResourceType, 914,                                                 \
                "one or more resources passed in are not valid resource types for the operation")  \
  CUDALAB_ERROR(cudaErrorInvalidResourceConfiguration, 915,                                        \
                "one or more resources are insufficient or non-applicable for the operation")      \
  CUDALAB_ERROR(cudaErrorUnknown, 999, "unknown error")                                            \
  CUDALAB_ERROR(cudaErrorApiFailureBase, 10000, "api failure base")

#define CUDALAB_ERROR(name, number, text) name = number,
enum cudaError { CUDALAB_ERRORS };
#undef CUDALAB_ERROR
typedef enum cudaError cudaError_t;
