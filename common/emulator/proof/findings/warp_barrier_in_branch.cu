// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: warp_divergence barrier_divergence
// Says: error: not every lane of a warp takes part
// Says: waits {here}
// Says: 16 threads wait at __syncwarp()
// GPU: synccheck finds

__global__ void halves(int* a) {
  __shared__ int tile[32];
  const int lane = threadIdx.x;
  tile[lane] = lane;
  if (lane < 16) {
    __syncwarp(); // @here
    a[lane] = tile[lane];
  } else {
    __syncthreads();
  }
}

int main() {
  int* a = nullptr;
  if (cudaMalloc(&a, 32 * sizeof(int)) != cudaSuccess)
    return 1;
  halves<<<1, 32>>>(a);
  return cudaDeviceSynchronize() == cudaSuccess && cudaFree(a) == cudaSuccess ? 0 : 1;
}
