// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What a GPU has and this device does not: a use is an error of the compiler, on the user's line,
/// that says what to use instead.
#pragma once // IWYU pragma: private, include <cuda_runtime.h>

#define CUDALAB_UNSUPPORTED(name, advice)                                                          \
  template <class Result = int, class... Arguments>                                                \
  __host__ __device__                                                                              \
      __attribute__((unavailable("the emulated device does not support " #name " yet: " advice)))  \
      Result                                                                                       \
      name(Arguments&&...);

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

#define CUDALAB_RECORD_INSTEAD                                                                     \
  "record the work between cudaStreamBeginCapture and cudaStreamEndCapture"
#define CUDALAB_NO_NODE(name) CUDALAB_UNSUPPORTED(name, CUDALAB_RECORD_INSTEAD)
CUDALAB_NO_NODE(cudaGraphCreate)
CUDALAB_NO_NODE(cudaGraphAddNode)
CUDALAB_NO_NODE(cudaGraphAddKernelNode)
CUDALAB_NO_NODE(cudaGraphAddMemcpyNode)
CUDALAB_NO_NODE(cudaGraphAddMemcpyNode1D)
CUDALAB_NO_NODE(cudaGraphAddMemsetNode)
CUDALAB_NO_NODE(cudaGraphAddHostNode)
CUDALAB_NO_NODE(cudaGraphAddEmptyNode)
CUDALAB_NO_NODE(cudaGraphAddChildGraphNode)
CUDALAB_NO_NODE(cudaGraphAddDependencies)
CUDALAB_NO_NODE(cudaGraphClone)
CUDALAB_NO_NODE(cudaGraphNodeGetType)
CUDALAB_NO_NODE(cudaGraphExecUpdate)
CUDALAB_NO_NODE(cudaGraphExecKernelNodeSetParams)
#undef CUDALAB_NO_NODE
#define CUDALAB_NO_NODE_TYPE(name)                                                                 \
  typedef int __attribute__((unavailable("the emulated device does not support " #name             \
                                         " yet: " CUDALAB_RECORD_INSTEAD))) name;
CUDALAB_NO_NODE_TYPE(cudaKernelNodeParams)
CUDALAB_NO_NODE_TYPE(cudaMemsetParams)
CUDALAB_NO_NODE_TYPE(cudaHostNodeParams)
CUDALAB_NO_NODE_TYPE(cudaGraphNodeParams)
#undef CUDALAB_NO_NODE_TYPE
#undef CUDALAB_RECORD_INSTEAD

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
