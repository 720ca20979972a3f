// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: race
// Says: kernel use (line 33) is in stream 2 (made in line 27), kernel make (line 30) is in stream 1 (made in line 26), and nothing orders them
// Says: the cudaStreamWaitEvent in line 32 changes nothing: the event that it waits for was recorded in the same stream, in line 31
// Says: The stream of line 33 has to wait for it, before line 33
// GPU: racecheck misses: it watches shared memory only

__global__ void make(float* data) {
  data[threadIdx.x] = 1;
}

__global__ void use(const float* data, float* out) {
  out[threadIdx.x] = data[threadIdx.x] * 2;
}

int main() {
  float *data, *out;
  cudaMalloc(&data, 64 * sizeof(float));
  cudaMalloc(&out, 64 * sizeof(float));
  cudaEvent_t made;
  cudaEventCreate(&made);

  cudaStream_t first, second;
  cudaStreamCreate(&first);
  cudaStreamCreate(&second);

  cudaMemset(data, 0, 64 * sizeof(float));
  make<<<1, 64, 0, first>>>(data);
  cudaEventRecord(made, first);
  cudaStreamWaitEvent(first, made, 0);
  use<<<1, 64, 0, second>>>(data, out);
  cudaDeviceSynchronize();
  cudaStreamDestroy(first);
  cudaStreamDestroy(second);
  cudaEventDestroy(made);
  cudaFree(data);
  cudaFree(out);
}
