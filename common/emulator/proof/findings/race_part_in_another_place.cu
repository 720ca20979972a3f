// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: race
// Says: emucc: 1 error
// Says: line 30 writes elements 15 to 29 once, and elements 0 to 39 another time
// Says: these overlap, and begin at different elements
// GPU: racecheck misses: it watches shared memory only

constexpr int part = 40, last = 15;

__global__ void half(float* data, int n) {
  if (threadIdx.x < n)
    data[threadIdx.x] /= 2;
}

int main() {
  float *data = nullptr, *host = nullptr;
  cudaMalloc(&data, 2 * part * sizeof(float));
  cudaMallocHost(&host, 2 * part * sizeof(float));
  for (int i = 0; i < 2 * part; ++i)
    host[i] = static_cast<float>(i);
  cudaStream_t streams[2] = {};
  for (cudaStream_t& each : streams)
    cudaStreamCreate(&each);
  // The second part is shorter. It should begin at i * part all the same.
  for (int i = 0; i < 2; ++i) {
    const int n = i == 0 ? part : last;
    float* const place = data + i * n;
    cudaMemcpyAsync(place, host + i * part, n * sizeof(float), cudaMemcpyHostToDevice, streams[i]);
    half<<<1, 64, 0, streams[i]>>>(place, n);
  }
  cudaDeviceSynchronize();
  for (cudaStream_t each : streams)
    cudaStreamDestroy(each);
  cudaFreeHost(host);
  cudaFree(data);
}
