// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// 40,000 floats in and out in 8 chunks, which a kernel doubles: CUDALAB_OBSERVE=timeline tells when
// each operation would run. timeline ORDER: streams1, streams3, pageable, waiting, default_stream.
#include <string>

#include <cuda_runtime.h>

__global__ void twice(float* data, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    data[i] *= 2;
}

int main(int argc, char** argv) {
  const std::string order = argc > 1 ? argv[1] : "streams3";
  const bool pageable = order == "pageable";
  constexpr int n = 40000, chunks = 8, size = n / chunks;
  const int streams = order == "streams1" ? 1 : 3;
  float *host = nullptr, *device = nullptr;
  cudaMallocHost(&host, n * sizeof(float));
  cudaMalloc(&device, n * sizeof(float));
  float* const own = new float[n]();
  float* const from = pageable ? own : host;
  for (int i = 0; i < n; ++i)
    from[i] = 1;
  cudaStream_t all[3];
  for (int i = 0; i < streams; ++i)
    cudaStreamCreate(&all[i]);
  for (int i = 0; i < chunks; ++i) {
    const cudaStream_t stream = all[i % streams];
    float* const part = device + i * size;
    cudaMemcpyAsync(part, from + i * size, size * sizeof(float), cudaMemcpyHostToDevice, stream);
    twice<<<(size + 255) / 256, 256, 0, order == "default_stream" ? nullptr : stream>>>(part, size);
    cudaMemcpyAsync(from + i * size, part, size * sizeof(float), cudaMemcpyDeviceToHost, stream);
    if (order == "waiting")
      cudaStreamSynchronize(stream);
  }
  cudaDeviceSynchronize();
  for (int i = 0; i < streams; ++i)
    cudaStreamDestroy(all[i]);
  cudaFree(device);
  cudaFreeHost(host);
  delete[] own;
  return 0;
}
