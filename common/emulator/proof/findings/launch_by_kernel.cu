// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: invalid_launch leak
// Options: -rdc=true
// Prints: 0
// Says: thread (0,0) of block (0,0) launches it {gone}
// Says: there is no such stream, or it was destroyed (cudaErrorInvalidResourceHandle)
// Says: argument 1 points to local or shared memory of the kernel that launches
// Says: give it the value itself, or a pointer to global memory
// Says: launch into a stream that this block has made and not yet destroyed, or name none
// Says: never freed: event a thread creates it {event}
// Says: call cudaEventDestroy for each in a kernel
// GPU: memcheck finds
#include <cstdio>

__global__ void store(int* to) {
  *to = 5;
}

__global__ void parent(int* to) {
  cudaStream_t own;
  cudaEvent_t kept;
  if (cudaStreamCreateWithFlags(&own, cudaStreamNonBlocking) != cudaSuccess ||
      cudaEventCreateWithFlags(&kept, cudaEventDisableTiming) != cudaSuccess) // @event
    return;
  cudaStreamDestroy(own);
  store<<<1, 1, 0, own>>>(to); // @gone
  if (cudaGetLastError() == cudaSuccess)
    printf("launched\n");
  int local = 1;
  __shared__ int shared;
  store<<<1, 1>>>(&local);
  store<<<1, 1, 0, cudaStreamTailLaunch>>>(&shared);
  if (cudaGetLastError() != cudaErrorInvalidValue)
    printf("launched\n");
}

int main() {
  int *to, got = 1;
  if (cudaMalloc(&to, sizeof(int)) != cudaSuccess || cudaMemset(to, 0, sizeof(int)) != cudaSuccess)
    return 1;
  parent<<<1, 1>>>(to);
  cudaMemcpy(&got, to, sizeof got, cudaMemcpyDeviceToHost);
  printf("%d\n", got);
  return cudaFree(to) == cudaSuccess ? 0 : 1;
}
