// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// OpenGL's buffer objects as device memory. OpenGL is looked up when the program runs, so programs
/// without it need not link it.
#pragma once

#include "cuda_runtime.h"

#if __has_include(<GL/gl.h>)
#include <GL/gl.h>
#else
typedef unsigned int GLuint;
typedef unsigned int GLenum;
#endif

enum cudaGLDeviceList {
  cudaGLDeviceListAll = 1,
  cudaGLDeviceListCurrentFrame = 2,
  cudaGLDeviceListNextFrame = 3
};

cudaError_t cudaGLGetDevices(unsigned int* count, int* devices, unsigned int room,
                             cudaGLDeviceList which);
cudaError_t cudaGraphicsGLRegisterBuffer(cudaGraphicsResource_t* resource, GLuint buffer,
                                         unsigned int flags);
/// Needed long ago; any device will do now.
inline cudaError_t cudaGLSetGLDevice(int device) {
  return cudaSetDevice(device);
}

template <class... Arguments>
__attribute__((unavailable("the emulated device has no textures: draw into a buffer object and "
                           "register that with cudaGraphicsGLRegisterBuffer()"))) cudaError_t
cudaGraphicsGLRegisterImage(Arguments&&...);
