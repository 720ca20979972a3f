// FAILS correctness.interop (order) on cpu
// also: clean.interop
// says: "no device memory"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The pointer is valid while the buffer is mapped, and not a moment longer. (On an H200 it still
// worked.)
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
  CUDA_CHECK(cudaGraphicsUnmapResources(1, &shared_buffer));
  step(static_cast<float4*>(d_vbo));
}

void interop_end() {
  CUDA_CHECK(cudaGraphicsUnregisterResource(shared_buffer));
}
