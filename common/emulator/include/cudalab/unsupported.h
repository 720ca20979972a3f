// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What a GPU has and this device does not: a use is an error of the compiler, on the user's line,
/// that says what to use instead.
#pragma once

#define CUDALAB_UNSUPPORTED(name, advice)                                                          \
  template <class... Arguments>                                                                    \
  __host__ __device__ __attribute__((                                                              \
      unavailable("the emulated device does not support " #name " yet: " advice))) int             \
  name(Arguments&&...);

#define CUDALAB_NO_MEMORY(name)                                                                    \
  CUDALAB_UNSUPPORTED(name, "use cudaMalloc, cudaMemcpy, cudaMemset and cudaFree")
CUDALAB_NO_MEMORY(cudaMallocManaged)
CUDALAB_NO_MEMORY(cudaMallocPitch)
CUDALAB_NO_MEMORY(cudaMalloc3D)
CUDALAB_NO_MEMORY(cudaMallocArray)
CUDALAB_NO_MEMORY(cudaMallocAsync)
CUDALAB_NO_MEMORY(cudaFreeAsync)
CUDALAB_NO_MEMORY(cudaMemcpy2D)
CUDALAB_NO_MEMORY(cudaMemcpy2DAsync)
CUDALAB_NO_MEMORY(cudaMemset2D)
CUDALAB_NO_MEMORY(cudaMemcpyToSymbol)
CUDALAB_NO_MEMORY(cudaMemcpyFromSymbol)
CUDALAB_NO_MEMORY(cudaGetSymbolAddress)
CUDALAB_NO_MEMORY(cudaMemPrefetchAsync)
CUDALAB_NO_MEMORY(cudaMemAdvise)
CUDALAB_NO_MEMORY(cudaHostRegister)
CUDALAB_NO_MEMORY(cudaHostGetDevicePointer)
CUDALAB_NO_MEMORY(cudaCreateTextureObject)
CUDALAB_NO_MEMORY(tex1Dfetch)
CUDALAB_NO_MEMORY(tex2D)
#undef CUDALAB_NO_MEMORY

#define CUDALAB_NO_LAUNCH(name)                                                                    \
  CUDALAB_UNSUPPORTED(name, "launch with kernel<<<grid, block, shared, stream>>>(arguments) and "  \
                            "order work in one stream")
CUDALAB_NO_LAUNCH(cudaLaunchKernel)
CUDALAB_NO_LAUNCH(cudaLaunchKernelEx)
CUDALAB_NO_LAUNCH(cudaLaunchCooperativeKernel)
CUDALAB_NO_LAUNCH(cudaStreamBeginCapture)
CUDALAB_NO_LAUNCH(cudaGraphLaunch)
CUDALAB_NO_LAUNCH(cudaOccupancyMaxActiveBlocksPerMultiprocessor)
CUDALAB_NO_LAUNCH(cudaOccupancyMaxPotentialBlockSize)
CUDALAB_NO_LAUNCH(cudaFuncGetAttributes)
#undef CUDALAB_NO_LAUNCH

#undef CUDALAB_UNSUPPORTED
