// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// CUDA's functions for OpenGL's buffer objects, also where OpenGL's headers are not installed: the
/// toolkit's cuda_gl_interop.h cannot be included there.
#pragma once

#include <cuda_runtime.h>

#if defined(CUDALAB_EMULATED_DEVICE) || defined(CUDALAB_RULES_CHECK) || __has_include(<GL/gl.h>)
#include <cuda_gl_interop.h>
#else
enum cudaGLDeviceList { cudaGLDeviceListAll = 1 };
extern "C" cudaError_t CUDARTAPI cudaGLGetDevices(unsigned int* count, int* devices,
                                                  unsigned int room, cudaGLDeviceList which);
extern "C" cudaError_t CUDARTAPI cudaGraphicsGLRegisterBuffer(cudaGraphicsResource_t* resource,
                                                              unsigned int buffer,
                                                              unsigned int flags);
#endif
