// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: race
// Says: race on global memory
// Says: cudaMemcpyBatchAsync (line 30)
// Says: copies of one batch are in no order: give the one that needs what another one
// GPU: racecheck misses: it watches shared memory only

constexpr int n = 64;

int main() {
  int *a = nullptr, *b = nullptr, *c = nullptr;
  cudaMalloc(&a, n * sizeof(int));
  cudaMalloc(&b, n * sizeof(int));
  cudaMalloc(&c, n * sizeof(int));
  cudaMemset(a, 0, n * sizeof(int));
  cudaMemset(b, 0, n * sizeof(int));
  cudaStream_t stream = nullptr;
  cudaStreamCreate(&stream);
  cudaDeviceSynchronize();
  cudaMemcpyAttributes how = {};
  how.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
  size_t first[] = {0};
  const size_t sizes[] = {n * sizeof(int), n * sizeof(int)};
  // wrong: copies of a batch are in no order, so c may get what b was before
  void* const to[] = {b, c};
  const void* const from[] = {a, b};

  cudaMemcpyBatchAsync(to, from, sizes, 2, &how, first, 1, stream);
  cudaStreamSynchronize(stream);
  cudaStreamDestroy(stream);
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
}
