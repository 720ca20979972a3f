// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Two races of the last copy: with the second one, and with the first one, which comes before that.
// One event orders both, and the second is told.
//
// Finding: race
// Says: race on global memory: element 0 of the memory from cudaMalloc in line 22
// Says: nothing orders them
// Says: cudaMemcpyAsync (line 39) is in stream 3 (made in line 25)
// Says: cudaMemcpyAsync (line 36) is in stream 2 (made in line 25)
// Says: emucc: 1 error
// GPU: racecheck misses: it watches shared memory only
#include <cuda_runtime.h>

int main() {
  constexpr size_t bytes = 128 * sizeof(float);
  float *data[2] = {nullptr, nullptr}, *other = nullptr;
  cudaStream_t streams[3];
  cudaEvent_t read;
  for (float*& each : data)
    cudaMalloc(&each, bytes);
  cudaMalloc(&other, bytes);
  for (cudaStream_t& each : streams)
    cudaStreamCreate(&each);
  cudaEventCreate(&read);
  cudaMemset(data[0], 0, bytes);
  cudaMemset(data[1], 0, bytes);
  cudaMemset(other, 0, bytes);
  cudaDeviceSynchronize();

  cudaMemcpyAsync(other, data[1], bytes, cudaMemcpyDeviceToDevice, streams[0]);
  cudaEventRecord(read, streams[0]);
  cudaStreamWaitEvent(streams[1], read);

  cudaMemcpyAsync(data[0], other, bytes, cudaMemcpyDeviceToDevice, streams[1]);
  // An event, recorded here, and a wait of the third stream belong here.

  cudaMemcpyAsync(data[1], data[0], bytes, cudaMemcpyDeviceToDevice, streams[2]);
  cudaDeviceSynchronize();

  cudaEventDestroy(read);
  for (cudaStream_t each : streams)
    cudaStreamDestroy(each);
  for (float* each : {data[0], data[1], other})
    cudaFree(each);
  return 0;
}
