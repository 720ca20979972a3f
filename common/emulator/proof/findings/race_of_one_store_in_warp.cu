// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Two lanes that store to one element in one line need no barrier of their warp: the index is wrong.
//
// Finding: race
// Says: writes it {here}
// Says: the two store to the same element
// Says: several threads write the same element. If each is to have its own: look at how the index of this store is made
// GPU: racecheck: Warning: Race reported between Write access at {here} and Write access at {here}
__device__ float sum;

/// Meant to give each element of a row a place of its own.
__device__ int moved(int row, int i) {
  return i / 8 * 8 + (i + row) % 4;
}

__global__ void move_all() {
  __shared__ float values[64];
  const int lane = threadIdx.x % 32, first = threadIdx.x / 32 * 32;
  values[first + lane] = 0.0f;
  __syncwarp();
  values[first + moved(1, lane)] = static_cast<float>(lane); // @here
  __syncwarp();
  __syncthreads();
  if (threadIdx.x == 0)
    sum = values[0] + values[63];
}

int main() {
  move_all<<<1, 64>>>();
  cudaDeviceSynchronize();
}
