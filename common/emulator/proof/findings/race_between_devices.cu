// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: race
// Devices: 2
// Says: race on global memory
// Says: kernel make (line 31) is in the default stream of device 0, and nothing orders them
// Says: cudaMemcpyPeerAsync (line 33) is in stream 1 of device 1 (made in line 27)
// Says: cudaStreamWaitEvent
// GPU: racecheck misses: it watches shared memory only

constexpr int n = 128;

__global__ void make(float* data) {
  data[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

int main() {
  float *here = nullptr, *there = nullptr;
  cudaMalloc(&here, n * sizeof(float));
  cudaMemset(here, 0, n * sizeof(float));
  cudaDeviceSynchronize();
  cudaSetDevice(1);
  cudaMalloc(&there, n * sizeof(float));
  cudaDeviceEnablePeerAccess(0, 0);
  cudaStream_t copies;
  cudaStreamCreate(&copies);

  // Nobody says that the copy comes behind the kernel: they are in streams of two devices.
  cudaSetDevice(0);
  make<<<2, 64>>>(here);
  cudaSetDevice(1);
  cudaMemcpyPeerAsync(there, 1, here, 0, n * sizeof(float), copies);
  cudaStreamSynchronize(copies);
  cudaStreamDestroy(copies);
  cudaFree(there);
  cudaSetDevice(0);
  cudaFree(here);
}
