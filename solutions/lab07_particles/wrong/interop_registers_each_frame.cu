// FAILS correctness.interop (speed) on cpu
// also: clean.interop
// says: "once is enough"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Right, and slow: registering is made for once.
#include "parts/all_but_interop.h"

static unsigned buffer_name = 0;

void interop_begin(unsigned buffer) {
  buffer_name = buffer;
}

void interop_frame(const std::function<void(float4* d_vbo)>& step) {
  cudaGraphicsResource_t shared_buffer = nullptr;
  CUDA_CHECK(
      cudaGraphicsGLRegisterBuffer(&shared_buffer, buffer_name, cudaGraphicsRegisterFlagsNone));
  CUDA_CHECK(cudaGraphicsMapResources(1, &shared_buffer));
  void* d_vbo = nullptr;
  size_t bytes = 0;
  CUDA_CHECK(cudaGraphicsResourceGetMappedPointer(&d_vbo, &bytes, shared_buffer));
  step(static_cast<float4*>(d_vbo));
  CUDA_CHECK(cudaGraphicsUnmapResources(1, &shared_buffer));
  CUDA_CHECK(cudaGraphicsUnregisterResource(shared_buffer));
}

void interop_end() {}
