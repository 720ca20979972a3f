// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Feature: memory is allocated and freed in the order of a stream, from the device's pool or one of the program's own.
#include "check.h"

__global__ void square(int* values) {
  values[threadIdx.x] *= values[threadIdx.x];
}

int in_one_stream(cudaMemPool_t pool) {
  cudaStream_t stream = nullptr;
  int values[64], result[64];
  for (int i = 0; i < 64; ++i)
    values[i] = i;
  OK(cudaStreamCreate(&stream));
  for (int round = 0; round < 4; ++round) {
    int* memory = nullptr;
    OK(round % 2 == 0 ? cudaMallocAsync(&memory, sizeof values, stream)
                      : cudaMallocFromPoolAsync(&memory, sizeof values, pool, stream));
    OK(cudaMemcpyAsync(memory, values, sizeof values, cudaMemcpyHostToDevice, stream));
    square<<<1, 64, 0, stream>>>(memory);
    OK(cudaMemcpyAsync(result, memory, sizeof values, cudaMemcpyDeviceToHost, stream));
    OK(cudaFreeAsync(memory, stream));
    OK(cudaStreamSynchronize(stream));
    for (int i = 0; i < 64; ++i)
      CHECK(result[i] == i * i);
  }
  OK(cudaStreamDestroy(stream));
  return 0;
}

// An event hands the memory over; what one stream frees, another may get again at once.
int in_two_streams(cudaMemPool_t pool) {
  cudaStream_t first = nullptr, second = nullptr;
  cudaEvent_t ready = nullptr;
  OK(cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking));
  OK(cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking));
  OK(cudaEventCreate(&ready));
  for (int round = 0; round < 4; ++round) {
    int *memory = nullptr, *next = nullptr;
    OK(cudaMallocAsync(&memory, 64 * sizeof(int), first));
    OK(cudaMemsetAsync(memory, 0, 64 * sizeof(int), first));
    OK(cudaEventRecord(ready, first));
    OK(cudaStreamWaitEvent(second, ready, 0));
    square<<<1, 64, 0, second>>>(memory);
    OK(cudaFreeAsync(memory, second));
    unsigned long long used = 1;
    for (int i = 0; i < 1000000 && used != 0; ++i) // not by waiting for the stream
      OK(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used));
    OK(cudaMallocAsync(&next, 64 * sizeof(int), first));
    OK(cudaMemsetAsync(next, 1, 64 * sizeof(int), first));
    square<<<1, 64, 0, first>>>(next);
    OK(cudaFreeAsync(next, first));
  }
  OK(cudaDeviceSynchronize());
  OK(cudaEventDestroy(ready));
  OK(cudaStreamDestroy(first));
  OK(cudaStreamDestroy(second));
  return 0;
}

int access(cudaMemPool_t pool) {
  cudaMemAccessDesc wanted = {};
  wanted.location.type = cudaMemLocationTypeDevice;
  wanted.flags = cudaMemAccessFlagsProtReadWrite;
  OK(cudaMemPoolSetAccess(pool, &wanted, 1));
  cudaMemAccessFlags flags = cudaMemAccessFlagsProtNone;
  OK(cudaMemPoolGetAccess(&flags, pool, &wanted.location));
  CHECK(flags == cudaMemAccessFlagsProtReadWrite);
  return 0;
}

int main() {
  cudaMemPool_t of_device = nullptr, own = nullptr;
  OK(cudaDeviceGetDefaultMemPool(&of_device, 0));
  unsigned long long threshold = 1 << 20, used = 1;
  OK(cudaMemPoolSetAttribute(of_device, cudaMemPoolAttrReleaseThreshold, &threshold));
  cudaMemPoolProps properties = {};
  properties.allocType = cudaMemAllocationTypePinned;
  properties.location.type = cudaMemLocationTypeDevice;
  properties.location.id = 0;
  OK(cudaMemPoolCreate(&own, &properties));
  if (in_one_stream(of_device) != 0 || in_one_stream(own) != 0 || in_two_streams(of_device) != 0 ||
      access(of_device) != 0)
    return 1;
  OK(cudaMemPoolGetAttribute(own, cudaMemPoolAttrUsedMemCurrent, &used));
  CHECK(used == 0);
  OK(cudaMemPoolTrimTo(of_device, 0));
  OK(cudaMemPoolDestroy(own));
  return 0;
}
