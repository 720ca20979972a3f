// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Feature: properties, attributes, limits, flags and peers of the device; names of errors.
#include <cstdio>
#include <cstring>
#include <cuda_profiler_api.h>

int failures = 0;
#define CHECK(condition)                                                                           \
  if (!(condition))                                                                                \
  ++failures, printf("line %d: %s\n", __LINE__, #condition)

int attribute(cudaDeviceAttr which) {
  int value = -1;
  CHECK(cudaDeviceGetAttribute(&value, which, 0) == cudaSuccess);
  return value;
}

int main() {
  int count = 0, device = -1, version = 0, can = -1;
  CHECK(cudaGetDeviceCount(&count) == cudaSuccess && count >= 1);
  CHECK(cudaInitDevice(0, 0, 0) == cudaSuccess);
  CHECK(cudaRuntimeGetVersion(&version) == cudaSuccess && version >= 13000);
  cudaDeviceProp prop;
  CHECK(cudaGetDeviceProperties(&prop, 0) == cudaSuccess);
  CHECK(cudaChooseDevice(&device, &prop) == cudaSuccess && device == 0);
  CHECK(prop.major >= 9 && prop.warpSize == 32 && prop.maxThreadsPerBlock == 1024);
  CHECK(prop.sharedMemPerBlock == 49152 && prop.sharedMemPerBlockOptin == 232448);
  CHECK(prop.sharedMemPerMultiprocessor == 233472 && prop.reservedSharedMemPerBlock == 1024);
  CHECK(prop.unifiedAddressing && prop.managedMemory && prop.cooperativeLaunch);
  CHECK(attribute(cudaDevAttrMultiProcessorCount) == prop.multiProcessorCount);
  CHECK(attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin) == 232448);
  CHECK(attribute(cudaDevAttrMaxBlocksPerMultiprocessor) == 32);
  CHECK(attribute(cudaDevAttrMaxGridDimY) == 65535);
  CHECK(attribute(cudaDevAttrClockRate) > 0);
  CHECK(attribute(cudaDevAttrMaxRegistersPerBlock) == 65536);
  CHECK(cudaDeviceGetAttribute(&can, (cudaDeviceAttr)9999, 0) == cudaErrorInvalidValue);

  size_t limit = 0;
  CHECK(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 16 << 20) == cudaSuccess);
  CHECK(cudaDeviceGetLimit(&limit, cudaLimitMallocHeapSize) == cudaSuccess && limit >= 16 << 20);
  CHECK(cudaDeviceGetLimit(&limit, cudaLimitStackSize) == cudaSuccess && limit == 1024);
  cudaFuncCache cache;
  CHECK(cudaDeviceSetCacheConfig(cudaFuncCachePreferL1) == cudaSuccess);
  CHECK(cudaDeviceGetCacheConfig(&cache) == cudaSuccess);
  unsigned flags = 0;
  CHECK(cudaSetDeviceFlags(cudaDeviceScheduleBlockingSync) == cudaSuccess);
  CHECK(cudaGetDeviceFlags(&flags) == cudaSuccess);
  CHECK((flags & cudaDeviceScheduleMask) == cudaDeviceScheduleBlockingSync);

  char bus[32];
  CHECK(cudaDeviceGetPCIBusId(bus, sizeof bus, 0) == cudaSuccess && strchr(bus, ':'));
  CHECK(cudaDeviceGetByPCIBusId(&device, bus) == cudaSuccess && device == 0);
  CHECK(cudaDeviceCanAccessPeer(&can, 0, 0) == cudaSuccess && can == 0);
  CHECK(cudaSetDevice(count) == cudaErrorInvalidDevice);
  CHECK(cudaProfilerStart() == cudaSuccess && cudaProfilerStop() == cudaSuccess);

  CHECK(!strcmp(cudaGetErrorName(cudaErrorStreamCaptureMerge), "cudaErrorStreamCaptureMerge"));
  CHECK(!strcmp(cudaGetErrorString(cudaErrorNotMapped), "resource not mapped"));
  CHECK(!strcmp(cudaGetErrorString(cudaErrorCooperativeLaunchTooLarge),
                "too many blocks in cooperative launch"));
  CHECK(cudaGetLastError() == cudaErrorInvalidDevice && cudaGetLastError() == cudaSuccess);
  return failures != 0;
}
