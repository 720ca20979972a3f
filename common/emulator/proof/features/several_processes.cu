// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Feature: device memory and an event that two processes share (cudaIpcGetMemHandle and its like).
// Prints: 1001 1011 2000
#include <cstdio>
#include <string>
#include <unistd.h>

int failures = 0;
#define CHECK(condition)                                                                           \
  if (!(condition))                                                                                \
  ++failures, fprintf(stderr, "line %d: %s\n", __LINE__, #condition)

struct handles {
  cudaIpcMemHandle_t memory;
  cudaIpcEventHandle_t event;
};

constexpr int n = 3000; // so that it ends within a page

__global__ void add(int* values, int more) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    values[i] += more;
}

__global__ void fill_slowly(int* values) {
  const long long begin = clock64();
  while (blockIdx.x == 0 && clock64() - begin < 500000000) {
  }
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    values[i] = i < 1000 ? i : 1000;
}

/// The other process: waits for the first one's kernel on the device, and adds 1000.
int child() {
  handles given;
  if (fread(&given, sizeof given, 1, stdin) != 1)
    return 1;
  int *values = nullptr, *again = nullptr;
  cudaEvent_t event;
  cudaStream_t stream;
  CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) == cudaSuccess);
  CHECK(cudaIpcOpenMemHandle((void**)&values, given.memory, 0) == cudaErrorInvalidValue);
  CHECK(cudaIpcOpenMemHandle((void**)&values, given.memory, cudaIpcMemLazyEnablePeerAccess) ==
        cudaSuccess);
  CHECK(cudaIpcOpenMemHandle((void**)&again, given.memory, cudaIpcMemLazyEnablePeerAccess) ==
        cudaSuccess);
  CHECK(values == again);
  CHECK(cudaIpcOpenEventHandle(&event, given.event) == cudaSuccess);
  CHECK(cudaStreamWaitEvent(stream, event) == cudaSuccess);
  add<<<(n + 255) / 256, 256, 0, stream>>>(values, 1000);
  CHECK(cudaEventRecord(event, stream) == cudaSuccess);
  CHECK(cudaStreamSynchronize(stream) == cudaSuccess);
  CHECK(cudaIpcCloseMemHandle(again) == cudaSuccess);
  CHECK(cudaMemset(values + 5, 0, 4) == cudaSuccess); // it is still open, since it was opened twice
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(cudaIpcCloseMemHandle(values) == cudaSuccess);
  CHECK(cudaIpcCloseMemHandle(values) == cudaErrorInvalidValue);
  CHECK(cudaEventDestroy(event) == cudaSuccess && cudaStreamDestroy(stream) == cudaSuccess);
  return failures == 0 ? 0 : 1;
}

int parent(const char* program) {
  int* values = nullptr;
  void* same = nullptr;
  cudaEvent_t event, plain;
  cudaStream_t stream;
  handles own, other;
  CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) == cudaSuccess);
  CHECK(cudaMalloc(&values, n * sizeof(int)) == cudaSuccess);
  CHECK(cudaEventCreateWithFlags(&event, cudaEventInterprocess | cudaEventDisableTiming) ==
        cudaSuccess);
  CHECK(cudaEventCreate(&plain) == cudaSuccess);
  CHECK(cudaIpcGetMemHandle(&own.memory, &own) == cudaErrorInvalidValue);
  CHECK(cudaIpcGetMemHandle(&own.memory, values) == cudaSuccess);
  CHECK(cudaIpcGetMemHandle(&other.memory, values + 7) == cudaSuccess);
  CHECK(cudaIpcGetEventHandle(&own.event, plain) == cudaErrorInvalidResourceHandle);
  CHECK(cudaIpcGetEventHandle(&own.event, event) == cudaSuccess);
  CHECK(cudaIpcOpenMemHandle(&same, own.memory, cudaIpcMemLazyEnablePeerAccess) ==
        cudaErrorDeviceUninitialized); // it is this process's own
  cudaGetLastError();

  fill_slowly<<<(n + 255) / 256, 256, 0, stream>>>(values);
  CHECK(cudaEventRecord(event, stream) == cudaSuccess);
  FILE* const pipe = popen((std::string(program) + " child").c_str(), "w");
  CHECK(pipe != nullptr && fwrite(&own, sizeof own, 1, pipe) == 1);
  CHECK(pclose(pipe) == 0);
  CHECK(cudaStreamWaitEvent(stream, event) == cudaSuccess); // the other process has recorded it
  add<<<(n + 255) / 256, 256, 0, stream>>>(values, 0);
  static int host[n];
  CHECK(cudaMemcpyAsync(host, values, sizeof host, cudaMemcpyDeviceToHost, stream) == cudaSuccess);
  CHECK(cudaEventSynchronize(event) == cudaSuccess);
  CHECK(cudaStreamSynchronize(stream) == cudaSuccess);
  CHECK(host[5] == 0);
  printf("%d %d %d\n", host[1], host[11], host[n - 1]);
  CHECK(cudaEventDestroy(event) == cudaSuccess && cudaEventDestroy(plain) == cudaSuccess);
  CHECK(cudaFree(values) == cudaSuccess && cudaStreamDestroy(stream) == cudaSuccess);
  return failures == 0 ? 0 : 1;
}

int main(int count, char** words) {
  return count > 1 ? child() : parent(words[0]);
}
