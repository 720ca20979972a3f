// FAILS correctness.interop (order) on both
// also: clean.interop
// says: "still mapped when interop_frame|after interop_end only|from run to run|sees nothing"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// OpenGL draws while the buffer object is CUDA's.
#include "parts/all_but_interop.h"

static cudaGraphicsResource_t shared_buffer = nullptr;

void interop_begin(unsigned buffer) {
  CUDA_CHECK(cudaGraphicsGLRegisterBuffer(&shared_buffer, buffer, cudaGraphicsRegisterFlagsNone));
  CUDA_CHECK(cudaGraphicsMapResources(1, &shared_buffer));
}

void interop_frame(const std::function<void(float4* d_vbo)>& step) {
  void* d_vbo = nullptr;
  size_t bytes = 0;
  CUDA_CHECK(cudaGraphicsResourceGetMappedPointer(&d_vbo, &bytes, shared_buffer));
  step(static_cast<float4*>(d_vbo));
}

void interop_end() {
  CUDA_CHECK(cudaGraphicsUnmapResources(1, &shared_buffer));
  CUDA_CHECK(cudaGraphicsUnregisterResource(shared_buffer));
}
