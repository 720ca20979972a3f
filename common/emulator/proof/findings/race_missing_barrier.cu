// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: race
// Says: race on shared memory: tile[
// Says: no __syncthreads() separates the two
// Says: {here}
// Says: a thread may read tile before its neighbour has loaded it: put a barrier
// GPU: racecheck finds

__global__ void reverse(float* data) {
  __shared__ float tile[128];
  tile[threadIdx.x] = data[threadIdx.x];
  data[threadIdx.x] = tile[127 - threadIdx.x]; // @here
}

int main() {
  float* data;
  cudaMalloc(&data, 128 * sizeof(float));
  cudaMemset(data, 0, 128 * sizeof(float));
  reverse<<<1, 128>>>(data);
  cudaDeviceSynchronize();
  cudaFree(data);
}
