// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: unnamed_lane
// Says: warning: value of a lane that the mask does not name (kernel sums)
// Says: thread (8,0) of block (0,0) shuffles {here}
// Says: reads lane 24, which is not in the mask 0x00ffffff: the value is undefined
// Says: use no value of a lane outside of the mask
// GPU: memcheck misses: no tool of compute-sanitizer looks at shuffles

__global__ void sums(const int* a, int* totals) {
  const int lane = threadIdx.x, lanes = blockDim.x;
  const unsigned mask = (1u << lanes) - 1;
  int careless = a[lane], careful = a[lane];
  for (int delta = 16; delta > 0; delta /= 2)
    careless += __shfl_down_sync(mask, careless, delta); // @here
  for (int delta = 16; delta > 0; delta /= 2) {
    const int other = __shfl_down_sync(mask, careful, delta);
    if (lane + delta < lanes) // what comes from beyond the mask is left out: right
      careful += other;
  }
  if (lane == 0) {
    totals[0] = careful;
    totals[1] = careless;
  }
}

int main() {
  constexpr int n = 24;
  int host[n], *a = nullptr, *totals = nullptr, careful = 0;
  for (int& each : host)
    each = 1;
  cudaMalloc(&a, sizeof host);
  cudaMalloc(&totals, 2 * sizeof(int));
  cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice);
  sums<<<1, n>>>(a, totals);
  cudaMemcpy(&careful, totals, sizeof careful, cudaMemcpyDeviceToHost);
  cudaFree(a);
  cudaFree(totals);
  return careful == n ? 0 : 1;
}
