// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// A wait in its own stream changes nothing; one that comes before the work has nothing to do with the race.
//
// Finding: race
// Says: kernel use (line 36) is in stream 2 (made in line 29), kernel make (line 33) is in stream 1 (made in line 28), and nothing orders them
// Says: the cudaStreamWaitEvent in line 35 changes nothing: the event that it waits for was recorded in the same stream, in line 34
// Says: The stream of line 36 has to wait for it, before line 36
// Says: kernel use (line 41) is in stream 2 (made in line 29), kernel make (line 40) is in stream 1 (made in line 28), and nothing orders them: they may run at the same time, or in any order; 64 such places → put both into one stream
// GPU: racecheck misses: it watches shared memory only

__global__ void make(float* data) {
  data[threadIdx.x] = 1;
}

__global__ void use(const float* data, float* out) {
  out[threadIdx.x] = data[threadIdx.x] * 2;
}

int main() {
  float *data, *other, *out;
  cudaMalloc(&data, 64 * sizeof(float));
  cudaMalloc(&other, 64 * sizeof(float));
  cudaMalloc(&out, 64 * sizeof(float));
  cudaEvent_t made;
  cudaStream_t first, second;
  cudaStreamCreate(&first);
  cudaStreamCreate(&second);
  cudaEventCreate(&made);
  cudaMemset(data, 0, 64 * sizeof(float));
  cudaMemset(other, 0, 64 * sizeof(float));
  make<<<1, 64, 0, first>>>(data);
  cudaEventRecord(made, first);
  cudaStreamWaitEvent(first, made, 0);
  use<<<1, 64, 0, second>>>(data, out);
  cudaDeviceSynchronize();
  cudaEventRecord(made, first);
  cudaStreamWaitEvent(first, made, 0);
  make<<<1, 64, 0, first>>>(other);
  use<<<1, 64, 0, second>>>(other, out);
  cudaDeviceSynchronize();
  cudaStreamDestroy(first);
  cudaStreamDestroy(second);
  cudaEventDestroy(made);
  cudaFree(data);
  cudaFree(other);
  cudaFree(out);
}
