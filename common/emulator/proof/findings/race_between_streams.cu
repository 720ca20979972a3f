// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: race
// Says: race on global memory
// Says: kernel use (line 29) is in stream 2 (made in line 27), kernel make (line 28) is in stream 1 (made in line 26), and nothing orders them
// Says: {here}
// Says: cudaStreamWaitEvent
// GPU: racecheck misses: it watches shared memory only

__global__ void make(float* data) {
  data[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

__global__ void use(const float* data, float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = data[i] * 2; // @here
}

int main() {
  float *data, *out;
  cudaMalloc(&data, 128 * sizeof(float));
  cudaMalloc(&out, 128 * sizeof(float));
  cudaMemset(data, 0, 128 * sizeof(float));
  cudaStream_t first, second;
  cudaStreamCreate(&first);
  cudaStreamCreate(&second);
  make<<<2, 64, 0, first>>>(data);
  use<<<2, 64, 0, second>>>(data, out);
  cudaDeviceSynchronize();
  cudaStreamDestroy(first);
  cudaStreamDestroy(second);
  cudaFree(data);
  cudaFree(out);
}
