// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: race
// Says: race on global memory
// Says: the launch in line 24 gives this kernel the same address twice
// GPU: racecheck misses: it watches shared memory only

constexpr int n = 512;

/// Each element and the one behind it.
__global__ void add_next(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float mine = in[i], next = i + 1 < n ? in[i + 1] : 0;
  out[i] = mine + next;
}

int main() {
  float* data = nullptr;
  cudaMalloc(&data, n * sizeof(float));
  cudaMemset(data, 0, n * sizeof(float));
  // In place: block 0 reads an element of block 1, which overwrites it.
  float *const from = data, *const to = data;
  add_next<<<2, n / 2>>>(from, to);
  cudaDeviceSynchronize();
  cudaFree(data);
}
