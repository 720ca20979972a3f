// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What a GPU's driver API has and this device's does not: a use is an error of the compiler, on
/// the user's line, that says what to use instead.
#pragma once // IWYU pragma: private, include <cuda.h>

#include "attributes.h"
#include "driver_errors.h"

#define CUDALAB_UNSUPPORTED(name, advice)                                                          \
  template <class Result = CUresult>                                                               \
  __host__ __device__                                                                              \
      __attribute__((unavailable("the emulated device does not support " #name " yet: " advice)))  \
      Result name(CUDALAB_ANY_ARGUMENTS);

#define CUDALAB_NO_MODULE(name)                                                                    \
  CUDALAB_UNSUPPORTED(name, "it runs no PTX and no machine code of a GPU; compile the kernel's "   \
                            "source with the program and launch it by its name")
CUDALAB_NO_MODULE(cuModuleLoad)
CUDALAB_NO_MODULE(cuModuleLoadData)
CUDALAB_NO_MODULE(cuModuleLoadDataEx)
CUDALAB_NO_MODULE(cuModuleLoadFatBinary)
CUDALAB_NO_MODULE(cuModuleUnload)
CUDALAB_NO_MODULE(cuModuleGetFunction)
CUDALAB_NO_MODULE(cuModuleGetFunctionCount)
CUDALAB_NO_MODULE(cuModuleEnumerateFunctions)
CUDALAB_NO_MODULE(cuModuleGetGlobal)
CUDALAB_NO_MODULE(cuModuleGetTexRef)
CUDALAB_NO_MODULE(cuModuleGetSurfRef)
CUDALAB_NO_MODULE(cuModuleGetLoadingMode)
CUDALAB_NO_MODULE(cuLinkCreate)
CUDALAB_NO_MODULE(cuLinkAddData)
CUDALAB_NO_MODULE(cuLinkAddFile)
CUDALAB_NO_MODULE(cuLinkComplete)
CUDALAB_NO_MODULE(cuLinkDestroy)
CUDALAB_NO_MODULE(cuLibraryLoadData)
CUDALAB_NO_MODULE(cuLibraryLoadFromFile)
CUDALAB_NO_MODULE(cuLibraryUnload)
CUDALAB_NO_MODULE(cuLibraryGetKernel)
CUDALAB_NO_MODULE(cuLibraryGetModule)
CUDALAB_NO_MODULE(cuLibraryGetGlobal)
CUDALAB_NO_MODULE(cuLibraryGetManaged)
CUDALAB_NO_MODULE(cuKernelGetFunction)
#undef CUDALAB_NO_MODULE

#define CUDALAB_UNSUPPORTED_TYPE(name, advice)                                                     \
  typedef int                                                                                      \
      __attribute__((unavailable("the emulated device does not support " #name " yet: " advice)))  \
      name;
CUDALAB_UNSUPPORTED_TYPE(CUlinkState, "it runs no PTX; compile the kernel's source")
CUDALAB_UNSUPPORTED_TYPE(CUjit_option, "it runs no PTX; compile the kernel's source")
CUDALAB_UNSUPPORTED_TYPE(CUjitInputType, "it runs no PTX; compile the kernel's source")
CUDALAB_UNSUPPORTED_TYPE(CUlibrary, "kernels are part of the program")
CUDALAB_UNSUPPORTED_TYPE(CUlibraryOption, "kernels are part of the program")
CUDALAB_UNSUPPORTED_TYPE(CUtexref, "use cudaTextureObject_t")
CUDALAB_UNSUPPORTED_TYPE(CUsurfref, "use cudaSurfaceObject_t")
CUDALAB_UNSUPPORTED_TYPE(CUtexObject, "use cudaTextureObject_t")
CUDALAB_UNSUPPORTED_TYPE(CUsurfObject, "use cudaSurfaceObject_t")
CUDALAB_UNSUPPORTED_TYPE(CUmipmappedArray, "arrays have one level; use cudaArray_t")
CUDALAB_UNSUPPORTED_TYPE(CUDA_ARRAY_DESCRIPTOR, "use cudaMallocArray")
CUDALAB_UNSUPPORTED_TYPE(CUDA_ARRAY3D_DESCRIPTOR, "use cudaMalloc3DArray")
CUDALAB_UNSUPPORTED_TYPE(CUDA_RESOURCE_DESC, "use cudaResourceDesc")
CUDALAB_UNSUPPORTED_TYPE(CUDA_TEXTURE_DESC, "use cudaTextureDesc")
CUDALAB_UNSUPPORTED_TYPE(CUgraph, "use cudaGraph_t")
CUDALAB_UNSUPPORTED_TYPE(CUgraphExec, "use cudaGraphExec_t")
CUDALAB_UNSUPPORTED_TYPE(CUgraphNode, "use cudaGraphNode_t")
CUDALAB_UNSUPPORTED_TYPE(CUgraphicsResource, "use cudaGraphicsResource_t")
CUDALAB_UNSUPPORTED_TYPE(CUmemoryPool, "use cudaMemPool_t")
CUDALAB_UNSUPPORTED_TYPE(CUexternalMemory, "use cuMemAlloc")
CUDALAB_UNSUPPORTED_TYPE(CUexternalSemaphore, "use CUevent")
CUDALAB_UNSUPPORTED_TYPE(CUtensorMap, "there is no copy engine for tensors")
CUDALAB_UNSUPPORTED_TYPE(CUdriverProcAddressQueryResult, "call the function by its name")
#undef CUDALAB_UNSUPPORTED_TYPE

#define CUDALAB_NO_OLD_LAUNCH(name)                                                                \
  CUDALAB_UNSUPPORTED(name, "it is not in CUDA 13; use cuLaunchKernel, or <<<...>>>")
CUDALAB_NO_OLD_LAUNCH(cuFuncSetBlockShape)
CUDALAB_NO_OLD_LAUNCH(cuFuncSetSharedSize)
CUDALAB_NO_OLD_LAUNCH(cuParamSetSize)
CUDALAB_NO_OLD_LAUNCH(cuParamSeti)
CUDALAB_NO_OLD_LAUNCH(cuParamSetf)
CUDALAB_NO_OLD_LAUNCH(cuParamSetv)
CUDALAB_NO_OLD_LAUNCH(cuLaunch)
CUDALAB_NO_OLD_LAUNCH(cuLaunchGrid)
CUDALAB_NO_OLD_LAUNCH(cuLaunchGridAsync)
#undef CUDALAB_NO_OLD_LAUNCH

#define CUDALAB_NO_ARRAY(name)                                                                     \
  CUDALAB_UNSUPPORTED(name, "arrays and textures are the runtime API's; use cudaMallocArray and "  \
                            "cudaCreateTextureObject")
CUDALAB_NO_ARRAY(cuArrayCreate)
CUDALAB_NO_ARRAY(cuArray3DCreate)
CUDALAB_NO_ARRAY(cuArrayDestroy)
CUDALAB_NO_ARRAY(cuArrayGetDescriptor)
CUDALAB_NO_ARRAY(cuMipmappedArrayCreate)
CUDALAB_NO_ARRAY(cuTexRefCreate)
CUDALAB_NO_ARRAY(cuTexRefSetArray)
CUDALAB_NO_ARRAY(cuTexRefSetAddress)
CUDALAB_NO_ARRAY(cuTexRefSetFlags)
CUDALAB_NO_ARRAY(cuTexObjectCreate)
CUDALAB_NO_ARRAY(cuTexObjectDestroy)
CUDALAB_NO_ARRAY(cuSurfObjectCreate)
CUDALAB_NO_ARRAY(cuSurfObjectDestroy)
CUDALAB_NO_ARRAY(cuMemcpyHtoA)
CUDALAB_NO_ARRAY(cuMemcpyAtoH)
#undef CUDALAB_NO_ARRAY

#define CUDALAB_NO_GRAPH(name)                                                                     \
  CUDALAB_UNSUPPORTED(name, "graphs are the runtime API's; use the call that begins with "         \
                            "cudaGraph or cudaStream, which takes the same streams")
CUDALAB_NO_GRAPH(cuGraphCreate)
CUDALAB_NO_GRAPH(cuGraphInstantiate)
CUDALAB_NO_GRAPH(cuGraphLaunch)
CUDALAB_NO_GRAPH(cuGraphDestroy)
CUDALAB_NO_GRAPH(cuStreamBeginCapture)
CUDALAB_NO_GRAPH(cuStreamEndCapture)
CUDALAB_NO_GRAPH(cuStreamIsCapturing)
#undef CUDALAB_NO_GRAPH

#define CUDALAB_NO_WAIT_FOR_MEMORY(name)                                                           \
  CUDALAB_UNSUPPORTED(name, "a stream waits for events; use cuStreamWaitEvent and cuEventRecord")
CUDALAB_NO_WAIT_FOR_MEMORY(cuStreamWaitValue32)
CUDALAB_NO_WAIT_FOR_MEMORY(cuStreamWaitValue64)
CUDALAB_NO_WAIT_FOR_MEMORY(cuStreamWriteValue32)
CUDALAB_NO_WAIT_FOR_MEMORY(cuStreamWriteValue64)
CUDALAB_NO_WAIT_FOR_MEMORY(cuStreamBatchMemOp)
#undef CUDALAB_NO_WAIT_FOR_MEMORY

#define CUDALAB_NO_ADDRESS_OF_CALL(name)                                                           \
  CUDALAB_UNSUPPORTED(name, "there is no driver below it; call the function by its name")
CUDALAB_NO_ADDRESS_OF_CALL(cuGetProcAddress)
CUDALAB_NO_ADDRESS_OF_CALL(cuGetExportTable)
#undef CUDALAB_NO_ADDRESS_OF_CALL

#define CUDALAB_NO_MULTICAST(name)                                                                 \
  CUDALAB_UNSUPPORTED(name, "devices share no memory; use cuMemcpyPeer, or peer access")
CUDALAB_NO_MULTICAST(cuMulticastCreate)
CUDALAB_NO_MULTICAST(cuMulticastAddDevice)
CUDALAB_NO_MULTICAST(cuMulticastBindMem)
#undef CUDALAB_NO_MULTICAST

#define CUDALAB_NO_TENSOR_MAP(name)                                                                \
  CUDALAB_UNSUPPORTED(name, "there is no copy engine for tensors; use cuda::memcpy_async")
CUDALAB_NO_TENSOR_MAP(cuTensorMapEncodeTiled)
CUDALAB_NO_TENSOR_MAP(cuTensorMapEncodeIm2col)
#undef CUDALAB_NO_TENSOR_MAP

#undef CUDALAB_UNSUPPORTED
