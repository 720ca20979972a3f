// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: race
// Says: race on global memory
// Says: the cudaStreamWaitEvent in line 32 waits for nothing
// Says: its event is recorded only later, in line 33
// GPU: racecheck misses: it watches shared memory only

constexpr int n = 64;

__global__ void make(float* data) {
  data[threadIdx.x] = 1;
}

__global__ void use(const float* data, float* out) {
  out[threadIdx.x] = data[threadIdx.x] * 2;
}

int main() {
  float *data = nullptr, *out = nullptr;
  cudaMalloc(&data, n * sizeof(float));
  cudaMalloc(&out, n * sizeof(float));
  cudaMemset(data, 0, n * sizeof(float));
  cudaStream_t first = nullptr, second = nullptr;
  cudaStreamCreate(&first);
  cudaStreamCreate(&second);
  cudaEvent_t made = nullptr;
  cudaEventCreate(&made);
  // Each wait is for what was recorded before it.
  make<<<1, n, 0, first>>>(data);
  cudaStreamWaitEvent(second, made, 0);
  cudaEventRecord(made, first);
  use<<<1, n, 0, second>>>(data, out);
  cudaDeviceSynchronize();
  cudaEventDestroy(made);
  cudaStreamDestroy(first);
  cudaStreamDestroy(second);
  cudaFree(data);
  cudaFree(out);
}
