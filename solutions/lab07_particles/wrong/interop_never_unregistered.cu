// FAILS correctness.interop (leak) on cpu
// also: clean.interop
// says: "still registered"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// CUDA keeps the buffer object for ever.
#include "parts/all_but_interop.h"

static cudaGraphicsResource_t shared_buffer = nullptr;

void interop_begin(unsigned buffer) {
  CUDA_CHECK(cudaGraphicsGLRegisterBuffer(&shared_buffer, buffer, cudaGraphicsRegisterFlagsNone));
}

void interop_frame(const std::function<void(float4* d_vbo)>& step) {
  CUDA_CHECK(cudaGraphicsMapResources(1, &shared_buffer));
  void* d_vbo = nullptr;
  size_t bytes = 0;
  CUDA_CHECK(cudaGraphicsResourceGetMappedPointer(&d_vbo, &bytes, shared_buffer));
  step(static_cast<float4*>(d_vbo));
  CUDA_CHECK(cudaGraphicsUnmapResources(1, &shared_buffer));
}

void interop_end() {}
