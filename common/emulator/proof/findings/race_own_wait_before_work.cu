// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// A wait in its own stream for an event that comes before the work has nothing to do with the race.
//
// Finding: race
// Says: kernel use (line 34) is in stream 2 (made in line 28), kernel make (line 33) is in stream 1 (made in line 27), and nothing orders them
// Says: such places → put both into one stream
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
  cudaEventRecord(made, first);
  cudaStreamWaitEvent(first, made, 0);
  make<<<1, 64, 0, first>>>(data);
  use<<<1, 64, 0, second>>>(data, out);
  cudaDeviceSynchronize();
  cudaStreamDestroy(first);
  cudaStreamDestroy(second);
  cudaEventDestroy(made);
  cudaFree(data);
  cudaFree(out);
}
