// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What a GPU has and this device does not: a use is an error of the compiler, on the user's line,
/// that says what to use instead.
#pragma once // IWYU pragma: private, include <cuda_runtime.h>

#include "attributes.h"

#define CUDALAB_UNSUPPORTED(name, advice)                                                          \
  template <class Result = int>                                                                    \
  __host__ __device__                                                                              \
      __attribute__((unavailable("the emulated device does not support " #name " yet: " advice)))  \
      Result name(CUDALAB_ANY_ARGUMENTS);

#define CUDALAB_NO_MIPMAP(name)                                                                    \
  CUDALAB_UNSUPPORTED(name, "arrays have one level; use cudaMallocArray and tex2D")
CUDALAB_NO_MIPMAP(cudaMallocMipmappedArray)
CUDALAB_NO_MIPMAP(cudaGetMipmappedArrayLevel)
CUDALAB_NO_MIPMAP(cudaFreeMipmappedArray)
CUDALAB_NO_MIPMAP(tex1DLod)
CUDALAB_NO_MIPMAP(tex2DLod)
CUDALAB_NO_MIPMAP(tex3DLod)
CUDALAB_NO_MIPMAP(tex1DGrad)
CUDALAB_NO_MIPMAP(tex2DGrad)
CUDALAB_NO_MIPMAP(tex3DGrad)
CUDALAB_NO_MIPMAP(tex2DLayeredLod)
CUDALAB_NO_MIPMAP(texCubemapLod)
#undef CUDALAB_NO_MIPMAP

#define CUDALAB_NO_NODE(name, advice) CUDALAB_UNSUPPORTED(name, advice)
CUDALAB_NO_NODE(cudaGraphKernelNodeGetParams, "keep the parameters in the program")
CUDALAB_NO_NODE(cudaGraphMemcpyNodeGetParams, "keep the parameters in the program")
CUDALAB_NO_NODE(cudaGraphMemsetNodeGetParams, "keep the parameters in the program")
CUDALAB_NO_NODE(cudaGraphHostNodeGetParams, "keep the parameters in the program")
CUDALAB_NO_NODE(cudaGraphAddEventRecordNode, "record the event in the stream of the launch")
CUDALAB_NO_NODE(cudaGraphAddEventWaitNode, "let the stream of the launch wait for the event")
#undef CUDALAB_NO_NODE

#define CUDALAB_UNSUPPORTED_TYPE(name, advice)                                                     \
  typedef int                                                                                      \
      __attribute__((unavailable("the emulated device does not support " #name " yet: " advice)))  \
      name;

CUDALAB_UNSUPPORTED_TYPE(cudaIpcMemHandle_t, "device memory belongs to one process")
CUDALAB_UNSUPPORTED_TYPE(cudaIpcEventHandle_t, "events belong to one process")
CUDALAB_UNSUPPORTED_TYPE(cudaMipmappedArray_t, "arrays have one level; use cudaArray_t")
#undef CUDALAB_UNSUPPORTED_TYPE

#define CUDALAB_NO_OTHER_PROCESS(name)                                                             \
  CUDALAB_UNSUPPORTED(name, "device memory belongs to one process; exchange results by files or "  \
                            "pipes")
CUDALAB_NO_OTHER_PROCESS(cudaIpcGetMemHandle)
CUDALAB_NO_OTHER_PROCESS(cudaIpcOpenMemHandle)
CUDALAB_NO_OTHER_PROCESS(cudaIpcCloseMemHandle)
CUDALAB_NO_OTHER_PROCESS(cudaIpcGetEventHandle)
CUDALAB_NO_OTHER_PROCESS(cudaIpcOpenEventHandle)
#undef CUDALAB_NO_OTHER_PROCESS

#undef CUDALAB_UNSUPPORTED
