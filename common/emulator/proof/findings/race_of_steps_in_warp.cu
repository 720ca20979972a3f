// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Two lanes store to one element in one line, each in another step: what is missing is a barrier.
//
// Finding: race
// Says: put __syncwarp() between the steps
// GPU: racecheck finds
__device__ float sum;

__global__ void scatter() {
  __shared__ float values[64];
  const int lane = threadIdx.x % 32, first = threadIdx.x / 32 * 32;
  for (int step = 1; step <= 2; ++step)
    if (lane < 16)
      values[first + lane * step] = static_cast<float>(lane);
  __syncthreads();
  if (threadIdx.x == 0)
    sum = values[0] + values[32];
}

int main() {
  scatter<<<1, 64>>>();
  cudaDeviceSynchronize();
}
