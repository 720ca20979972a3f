// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: uninitialised_read
// Says: error: read of a value that was never written, global memory
// Says: reads it {global}
// Says: neither the host nor an earlier kernel nor this
// Says: error: read of a value that was never written, shared memory: tile[32]
// Says: reads it {shared}
// Says: shared memory holds no zeros at first
// GPU: initcheck finds

__global__ void sum(float* total, const float* a) {
  __shared__ float tile[64];
  tile[threadIdx.x] = a[threadIdx.x];
  __syncthreads();
  const float other = tile[threadIdx.x + 32]; // @shared
  total[threadIdx.x] += other;                // @global
}

int main() {
  float *total = nullptr, *a = nullptr;
  if (cudaMalloc(&total, 128) != cudaSuccess || cudaMalloc(&a, 128) != cudaSuccess ||
      cudaMemset(a, 0, 128) != cudaSuccess)
    return 1;
  sum<<<1, 32>>>(total, a);
  if (cudaDeviceSynchronize() != cudaSuccess || cudaFree(total) != cudaSuccess)
    return 1;
  return cudaFree(a) == cudaSuccess ? 0 : 1;
}
