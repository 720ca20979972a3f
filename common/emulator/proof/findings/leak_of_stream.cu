// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: leak
// Says: warning: never freed: stream
// Says: the host creates it {stream}
// Says: 2 streams in all
// Says: call cudaStreamDestroy for each
// Says: warning: never freed: event
// Says: the host creates it {event}
// Says: call cudaEventDestroy for each
// GPU: memcheck misses: it counts memory only
#include <cuda_runtime.h>

int main() {
  cudaStream_t streams[3];
  for (cudaStream_t& each : streams)
    if (cudaStreamCreate(&each) != cudaSuccess) // @stream
      return 1;
  cudaEvent_t done;
  if (cudaEventCreate(&done) != cudaSuccess) // @event
    return 1;
  return cudaStreamDestroy(streams[1]) == cudaSuccess ? 0 : 1;
}
