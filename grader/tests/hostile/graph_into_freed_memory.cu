// fails: clean.whole_blocks (lets a recorded copy store into memory that it has freed) on cpu
// says: "access outside of its bounds: host memory"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "lab03.h"

#include <vector>

void matmul_naive(const float* d_M, const float*, float*, int, int, int) {
  cudaStream_t stream = nullptr;
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t ready = nullptr;
  cudaStreamCreate(&stream);
  {
    std::vector<float> own(8);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    cudaMemcpyAsync(own.data(), d_M, 8 * sizeof(float), cudaMemcpyDeviceToHost, stream);
    cudaStreamEndCapture(stream, &graph);
    cudaGraphInstantiate(&ready, graph, 0);
  } // somebody else has this memory soon
  cudaGraphLaunch(ready, stream);
  cudaStreamSynchronize(stream);
}
