// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: hint_read
// Says: information: plain read before an atomic operation, global memory
// Says: information: plain read before an atomic operation, shared memory: best
// Says: {loop}
// Says: {shared}
// Says: {global}
// GPU: racecheck misses: it watches shared memory only, and takes the atomic operations for none

__device__ void add(double* sum, double value) {
  auto* const bits = reinterpret_cast<unsigned long long*>(sum);
  unsigned long long old = *bits, assumed; // @loop
  do {
    assumed = old;
    old = atomicCAS(bits, assumed, __double_as_longlong(value + __longlong_as_double(assumed)));
  } while (assumed != old);
}

__global__ void largest(const int* values, int* best_of_all, double* sum) {
  __shared__ int best;
  if (threadIdx.x == 0)
    best = 0;
  __syncthreads();
  const int mine = values[blockIdx.x * blockDim.x + threadIdx.x];
  if (mine > best) // @shared
    atomicMax(&best, mine);
  __syncthreads();
  if (threadIdx.x == 0 && best > *best_of_all) // @global
    atomicMax(best_of_all, best);
  add(sum, mine);
}

int main() {
  int host[256], *values, *best, result = 0;
  double *sum, total = 0;
  for (int i = 0; i < 256; ++i)
    host[i] = i * 7 % 256;
  cudaMalloc(&values, sizeof host);
  cudaMalloc(&best, sizeof(int));
  cudaMalloc(&sum, sizeof(double));
  cudaMemcpy(values, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemset(best, 0, sizeof(int));
  cudaMemset(sum, 0, sizeof(double));
  largest<<<4, 64>>>(values, best, sum);
  cudaMemcpy(&result, best, sizeof(int), cudaMemcpyDeviceToHost);
  cudaMemcpy(&total, sum, sizeof(double), cudaMemcpyDeviceToHost);
  cudaFree(values);
  cudaFree(best);
  cudaFree(sum);
  return result == 255 && total == 255 * 128 ? 0 : 1;
}
