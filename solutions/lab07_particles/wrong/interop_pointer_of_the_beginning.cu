// FAILS correctness.interop (order) on cpu
// also: clean.interop
// says: "no device memory"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The pointer is asked for once, before the first frame: mapping may put the buffer elsewhere.
#include "parts/all_but_interop.h"

static cudaGraphicsResource_t shared_buffer = nullptr;
static void* d_kept = nullptr;

void interop_begin(unsigned buffer) {
  CUDA_CHECK(cudaGraphicsGLRegisterBuffer(&shared_buffer, buffer, cudaGraphicsRegisterFlagsNone));
  CUDA_CHECK(cudaGraphicsMapResources(1, &shared_buffer));
  size_t bytes = 0;
  CUDA_CHECK(cudaGraphicsResourceGetMappedPointer(&d_kept, &bytes, shared_buffer));
  CUDA_CHECK(cudaGraphicsUnmapResources(1, &shared_buffer));
}

void interop_frame(const std::function<void(float4* d_vbo)>& step) {
  CUDA_CHECK(cudaGraphicsMapResources(1, &shared_buffer));
  step(static_cast<float4*>(d_kept));
  CUDA_CHECK(cudaGraphicsUnmapResources(1, &shared_buffer));
}

void interop_end() {
  CUDA_CHECK(cudaGraphicsUnregisterResource(shared_buffer));
}
