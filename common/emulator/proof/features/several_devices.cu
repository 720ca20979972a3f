// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Feature: two devices, each with memory, streams and events; peer access, copies between them.
// Devices: 2
#include "check.h"

constexpr int n = 1000;

__global__ void set(int* a, int value) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[i] = value + i;
}

__global__ void add(int* a, const int* b) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[i] += b[i];
}

int main() {
  int count = 0, current = -1, can = 0;
  OK(cudaGetDeviceCount(&count));
  CHECK(count >= 2);
  OK(cudaGetDevice(&current));
  CHECK(current == 0);
  OK(cudaDeviceCanAccessPeer(&can, 0, 1));
  CHECK(can == 1);
  OK(cudaDeviceCanAccessPeer(&can, 1, 1));
  CHECK(can == 0);
  CHECK(cudaDeviceEnablePeerAccess(0, 0) == cudaErrorInvalidDevice);
  CHECK(cudaDeviceDisablePeerAccess(1) == cudaErrorPeerAccessNotEnabled);
  OK(cudaDeviceEnablePeerAccess(1, 0));
  CHECK(cudaDeviceEnablePeerAccess(1, 0) == cudaErrorPeerAccessAlreadyEnabled);
  cudaGetLastError();

  int* data[2] = {};
  cudaStream_t streams[2] = {};
  cudaEvent_t ready[2] = {};
  for (int device = 0; device < 2; ++device) {
    OK(cudaSetDevice(device));
    OK(cudaMalloc(&data[device], n * sizeof(int)));
    OK(cudaStreamCreate(&streams[device]));
    OK(cudaEventCreateWithFlags(&ready[device], cudaEventDisableTiming));
    set<<<8, 128, 0, streams[device]>>>(data[device], 10 * device);
    OK(cudaGetLastError());
    OK(cudaEventRecord(ready[device], streams[device]));
    cudaPointerAttributes attributes = {};
    OK(cudaPointerGetAttributes(&attributes, data[device]));
    CHECK(attributes.device == device);
  }
  // Device 0 reads memory of device 1, after the kernel there.
  OK(cudaSetDevice(0));
  CHECK(cudaEventRecord(ready[1], streams[0]) == cudaErrorInvalidResourceHandle);
  cudaGetLastError();
  OK(cudaStreamWaitEvent(streams[0], ready[1], 0));
  add<<<8, 128, 0, streams[0]>>>(data[0], data[1]);
  OK(cudaGetLastError());
  // ... and sends what it made.
  OK(cudaMemcpyPeerAsync(data[1], 1, data[0], 0, n * sizeof(int), streams[0]));
  OK(cudaEventRecord(ready[0], streams[0]));
  OK(cudaStreamWaitEvent(streams[1], ready[0], 0));
  OK(cudaSetDevice(1));
  add<<<8, 128, 0, streams[1]>>>(data[1], data[1]);
  OK(cudaGetLastError());
  int result[n] = {};
  OK(cudaStreamSynchronize(streams[1]));
  OK(cudaMemcpy(result, data[1], sizeof result, cudaMemcpyDefault));
  for (int i = 0; i < n; ++i)
    CHECK(result[i] == 2 * (10 + 2 * i));
  // In the default stream, a copy between devices waits for both of them.
  set<<<8, 128>>>(data[1], 7);
  OK(cudaSetDevice(0));
  OK(cudaMemcpy(data[0], data[1], n * sizeof(int), cudaMemcpyDefault));
  OK(cudaMemcpy(result, data[0], sizeof result, cudaMemcpyDeviceToHost));
  CHECK(result[0] == 7 && result[n - 1] == 7 + n - 1);
  OK(cudaMemcpyPeer(data[1], 1, data[0], 0, n * sizeof(int)));
  CHECK(cudaSetDevice(count) == cudaErrorInvalidDevice);
  cudaGetLastError();

  for (int device = 0; device < 2; ++device) {
    OK(cudaSetDevice(device));
    OK(cudaDeviceSynchronize());
    OK(cudaEventDestroy(ready[device]));
    OK(cudaStreamDestroy(streams[device]));
    OK(cudaFree(data[device]));
  }
  OK(cudaSetDevice(0));
  OK(cudaDeviceDisablePeerAccess(1));
  return 0;
}
