// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: race
// Says: race on global memory
// Says: cudaMemcpyAsync (line
// Says: kernel make (line 23) is in stream 1 (made in line 21), and nothing orders them
// Says: {here}
// GPU: racecheck misses: it watches shared memory only

__global__ void make(float* data) {
  data[threadIdx.x] = 1; // @here
}

int main() {
  float *data, *host;
  cudaMalloc(&data, 64 * sizeof(float));
  cudaMallocHost(&host, 64 * sizeof(float));
  cudaMemset(data, 0, 64 * sizeof(float));
  cudaStream_t work, copies;
  cudaStreamCreate(&work);
  cudaStreamCreate(&copies);
  make<<<1, 64, 0, work>>>(data);
  cudaMemcpyAsync(host, data, 64 * sizeof(float), cudaMemcpyDeviceToHost, copies);
  cudaDeviceSynchronize();
  cudaStreamDestroy(work);
  cudaStreamDestroy(copies);
  cudaFree(data);
  cudaFreeHost(host);
}
