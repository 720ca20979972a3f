// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The driver API's errors, with CUDA's numbers. The runtime API's with the same number says the
/// same.
#pragma once // IWYU pragma: private, include <cuda.h>

/// One line an error: CUDALAB_RESULT(name, number).
#define CUDALAB_RESULTS                                                                            \
  CUDALAB_RESULT(CUDA_SUCCESS, 0)                                                                  \
  CUDALAB_RESULT(CUDA_ERROR_INVALID_VALUE, 1)                                                      \
  CUDALAB_RESULT(CUDA_ERROR_OUT_OF_MEMORY, 2)                                                      \
  CUDALAB_RESULT(CUDA_ERROR_NOT_INITIALIZED, 3)                                                    \
  CUDALAB_RESULT(CUDA_ERROR_DEINITIALIZED, 4)                                                      \
  CUDALAB_RESULT(CUDA_ERROR_PROFILER_DISABLED, 5)                                                  \
  CUDALAB_RESULT(CUDA_ERROR_PROFILER_NOT_INITIALIZED, 6)                                           \
  CUDALAB_RESULT(CUDA_ERROR_PROFILER_ALREADY_STARTED, 7)                                           \
  CUDALAB_RESULT(CUDA_ERROR_PROFILER_ALREADY_STOPPED, 8)                                           \
  CUDALAB_RESULT(CUDA_ERROR_STUB_LIBRARY, 34)                                                      \
  CUDALAB_RESULT(CUDA_ERROR_DEVICE_UNAVAILABLE, 46)                                                \
  CUDALAB_RESULT(CUDA_ERROR_NO_DEVICE, 100)                                                        \
  CUDALAB_RESULT(CUDA_ERROR_INVALID_DEVICE, 101)                                                   \
  CUDALAB_RESULT(CUDA_ERROR_DEVICE_NOT_LICENSED, 102)                                              \
  CUDALAB_RESULT(CUDA_ERROR_INVALID_IMAGE, 200)                                                    \
  CUDALAB_RESULT(CUDA_ERROR_INVALID_CONTEXT, 201)                                                  \
  CUDALAB_RESULT(CUDA_ERROR_CONTEXT_ALREADY_CURRENT, 202)                                          \
  CUDALAB_RESULT(CUDA_ERROR_MAP_FAILED, 205)                                                       \
  CUDALAB_RESULT(CUDA_ERROR_UNMAP_FAILED, 206)                                                     \
  CUDALAB_RESULT(CUDA_ERROR_ARRAY_IS_MAPPED, 207)                                                  \
  CUDALAB_RESULT(CUDA_ERROR_ALREADY_MAPPED, 208)                                                   \
  CUDALAB_RESULT(CUDA_ERROR_NO_BINARY_FOR_GPU, 209)                                                \
  CUDALAB_RESULT(CUDA_ERROR_ALREADY_ACQUIRED, 210)                                                 \
  CUDALAB_RESULT(CUDA_ERROR_NOT_MAPPED, 211)                                                       \
  CUDALAB_RESULT(CUDA_ERROR_NOT_MAPPED_AS_ARRAY, 212)                                              \
  CUDALAB_RESULT(CUDA_ERROR_NOT_MAPPED_AS_POINTER, 213)                                            \
  CUDALAB_RESULT(CUDA_ERROR_ECC_UNCORRECTABLE, 214)                                                \
  CUDALAB_RESULT(CUDA_ERROR_UNSUPPORTED_LIMIT, 215)                                                \
  CUDALAB_RESULT(CUDA_ERROR_CONTEXT_ALREADY_IN_USE, 216)                                           \
  CUDALAB_RESULT(CUDA_ERROR_PEER_ACCESS_UNSUPPORTED, 217)                                          \
  CUDALAB_RESULT(CUDA_ERROR_INVALID_PTX, 218)                                                      \
  CUDALAB_RESULT(CUDA_ERROR_INVALID_GRAPHICS_CONTEXT, 219)                                         \
  CUDALAB_RESULT(CUDA_ERROR_NVLINK_UNCORRECTABLE, 220)                                             \
  CUDALAB_RESULT(CUDA_ERROR_JIT_COMPILER_NOT_FOUND, 221)                                           \
  CUDALAB_RESULT(CUDA_ERROR_UNSUPPORTED_PTX_VERSION, 222)                                          \
  CUDALAB_RESULT(CUDA_ERROR_JIT_COMPILATION_DISABLED, 223)                                         \
  CUDALAB_RESULT(CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY, 224)                                        \
  CUDALAB_RESULT(CUDA_ERROR_UNSUPPORTED_DEVSIDE_SYNC, 225)                                         \
  CUDALAB_RESULT(CUDA_ERROR_CONTAINED, 226)                                                        \
  CUDALAB_RESULT(CUDA_ERROR_INVALID_SOURCE, 300)                                                   \
  CUDALAB_RESULT(CUDA_ERROR_FILE_NOT_FOUND, 301)                                                   \
  CUDALAB_RESULT(CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND, 302)                                   \
  CUDALAB_RESULT(CUDA_ERROR_SHARED_OBJECT_INIT_FAILED, 303)                                        \
  CUDALAB_RESULT(CUDA_ERROR_OPERATING_SYSTEM, 304)                                                 \
  CUDALAB_RESULT(CUDA_ERROR_INVALID_HANDLE, 400)                                                   \
  CUDALAB_RESULT(CUDA_ERROR_ILLEGAL_STATE, 401)                                                    \
  CUDALAB_RESULT(CUDA_ERROR_LOSSY_QUERY, 402)                                                      \
  CUDALAB_RESULT(CUDA_ERROR_NOT_FOUND, 500)                                                        \
  CUDALAB_RESULT(CUDA_ERROR_NOT_READY, 600)                                                        \
  CUDALAB_RESULT(CUDA_ERROR_ILLEGAL_ADDRESS, 700)                                                  \
  CUDALAB_RESULT(CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES, 701)                                          \
  CUDALAB_RESULT(CUDA_ERROR_LAUNCH_TIMEOUT, 702)                                                   \
  CUDALAB_RESULT(CUDA_ERROR_LAUNCH_INCOMPATIBLE_TEXTURING, 703)                                    \
  CUDALAB_RESULT(CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED, 704)                                      \
  CUDALAB_RESULT(CUDA_ERROR_PEER_ACCESS_NOT_ENABLED, 705)                                          \
  CUDALAB_RESULT(CUDA_ERROR_PRIMARY_CONTEXT_ACTIVE, 708)                                           \
  CUDALAB_RESULT(CUDA_ERROR_CONTEXT_IS_DESTROYED, 709)                                             \
  CUDALAB_RESULT(CUDA_ERROR_ASSERT, 710)                                                           \
  CUDALAB_RESULT(CUDA_ERROR_TOO_MANY_PEERS, 711)                                                   \
  CUDALAB_RESULT(CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED, 712)                                   \
  CUDALAB_RESULT(CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED, 713)                                       \
  CUDALAB_RESULT(CUDA_ERROR_HARDWARE_STACK_ERROR, 714)                                             \
  CUDALAB_RESULT(CUDA_ERROR_ILLEGAL_INSTRUCTION, 715)                                              \
  CUDALAB_RESULT(CUDA_ERROR_MISALIGNED_ADDRESS, 716)                                               \
  CUDALAB_RESULT(CUDA_ERROR_INVALID_ADDRESS_SPACE, 717)                                            \
  CUDALAB_RESULT(CUDA_ERROR_INVALID_PC, 718)                                                       \
  CUDALAB_RESULT(CUDA_ERROR_LAUNCH_FAILED, 719)                                                    \
  CUDALAB_RESULT(CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE, 720)                                     \
  CUDALAB_RESULT(CUDA_ERROR_TENSOR_MEMORY_LEAK, 721)                                               \
  CUDALAB_RESULT(CUDA_ERROR_NOT_PERMITTED, 800)                                                    \
  CUDALAB_RESULT(CUDA_ERROR_NOT_SUPPORTED, 801)                                                    \
  CUDALAB_RESULT(CUDA_ERROR_SYSTEM_NOT_READY, 802)                                                 \
  CUDALAB_RESULT(CUDA_ERROR_SYSTEM_DRIVER_MISMATCH, 803)                                           \
  CUDALAB_RESULT(CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE, 804)                                   \
  CUDALAB_RESULT(CUDA_ERROR_MPS_CONNECTION_FAILED, 805)                                            \
  CUDALAB_RESULT(CUDA_ERROR_MPS_RPC_FAILURE, 806)                                                  \
  CUDALAB_RESULT(CUDA_ERROR_MPS_SERVER_NOT_READY, 807)                                             \
  CUDALAB_RESULT(CUDA_ERROR_MPS_MAX_CLIENTS_REACHED, 808)                                          \
  CUDALAB_RESULT(CUDA_ERROR_MPS_MAX_CONNECTIONS_REACHED, 809)                                      \
  CUDALAB_RESULT(CUDA_ERROR_MPS_CLIENT_TERMINATED, 810)                                            \
  CUDALAB_RESULT(CUDA_ERROR_CDP_NOT_SUPPORTED, 811)                                                \
  CUDALAB_RESULT(CUDA_ERROR_CDP_VERSION_MISMATCH, 812)                                             \
  CUDALAB_RESULT(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, 900)                                       \
  CUDALAB_RESULT(CUDA_ERROR_STREAM_CAPTURE_INVALIDATED, 901)                                       \
  CUDALAB_RESULT(CUDA_ERROR_STREAM_CAPTURE_MERGE, 902)                                             \
  CUDALAB_RESULT(CUDA_ERROR_STREAM_CAPTURE_UNMATCHED, 903)                                         \
  CUDALAB_RESULT(CUDA_ERROR_STREAM_CAPTURE_UNJOINED, 904)                                          \
  CUDALAB_RESULT(CUDA_ERROR_STREAM_CAPTURE_ISOLATION, 905)                                         \
  CUDALAB_RESULT(CUDA_ERROR_STREAM_CAPTURE_IMPLICIT, 906)                                          \
  CUDALAB_RESULT(CUDA_ERROR_CAPTURED_EVENT, 907)                                                   \
  CUDALAB_RESULT(CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD, 908)                                      \
  CUDALAB_RESULT(CUDA_ERROR_TIMEOUT, 909)                                                          \
  CUDALAB_RESULT(CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE, 910)                                        \
  CUDALAB_RESULT(CUDA_ERROR_EXTERNAL_DEVICE, 911)                                                  \
  CUDALAB_RESULT(CUDA_ERROR_INVALID_CLUSTER_SIZE, 912)                                             \
  CUDALAB_RESULT(CUDA_ERROR_FUNCTION_NOT_LOADED, 913)                                              \
  CUDALAB_RESULT(CUDA_ERROR_INVALID_RESOURCE_TYPE, 914)                                            \
  CUDALAB_RESULT(CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION, 915)                                   \
  CUDALAB_RESULT(CUDA_ERROR_UNKNOWN, 999)

#define CUDALAB_RESULT(name, number) name = number,
enum cudaError_enum { CUDALAB_RESULTS };
#undef CUDALAB_RESULT
typedef enum cudaError_enum CUresult;
