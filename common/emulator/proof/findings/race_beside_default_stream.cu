// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: race
// Says: race on global memory
// Says: kernel add_one (line 24) is in stream 1 (made in line 22 with cudaStreamNonBlocking)
// Says: cudaMemsetAsync (line 23) is in the default stream, and nothing orders them
// Says: the stream made in line 22 does not wait for the default stream, nor the default
// Says: make it with cudaStreamCreate, or use the default stream
// GPU: racecheck misses: it watches shared memory only

constexpr int n = 64;

__global__ void add_one(float* data) {
  data[threadIdx.x] += 1;
}

int main() {
  float* data = nullptr;
  cudaMalloc(&data, n * sizeof(float));
  cudaStream_t own = nullptr;
  cudaStreamCreateWithFlags(&own, cudaStreamNonBlocking);
  cudaMemsetAsync(data, 0, n * sizeof(float));
  add_one<<<1, n, 0, own>>>(data);
  cudaDeviceSynchronize();
  cudaStreamDestroy(own);
  cudaFree(data);
}
