// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Feature: the driver API without modules: devices, contexts, memory, streams, events, and kernels
// by Feature: a handle. Options: -lcuda
#include <cstdio>
#include <cstring>
#include <cuda.h>

int failures = 0;
#define CHECK(condition)                                                                           \
  if (!(condition))                                                                                \
  ++failures, printf("line %d: %s\n", __LINE__, #condition)

__global__ void scale(float* values, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    values[i] *= factor;
}

void before_the_begin() {
  int count = 0;
  CUdeviceptr pointer = 0;
  CUcontext context = nullptr;
  CHECK(cuDeviceGetCount(&count) == CUDA_ERROR_NOT_INITIALIZED);
  CHECK(cuMemAlloc(&pointer, 4) == CUDA_ERROR_NOT_INITIALIZED);
  CHECK(cuInit(1) == CUDA_ERROR_INVALID_VALUE);
  CHECK(cuInit(0) == CUDA_SUCCESS);
  CHECK(cuMemAlloc(&pointer, 4) == CUDA_ERROR_INVALID_CONTEXT);
  CHECK(cuCtxPopCurrent(&context) == CUDA_ERROR_INVALID_CONTEXT);
  CHECK(cuCtxGetCurrent(&context) == CUDA_SUCCESS && context == nullptr);
}

void devices() {
  int count = 0, version = 0, value = 0;
  CUdevice device = -1;
  char name[100] = "", start[4] = "";
  size_t bytes = 0;
  CUuuid uuid;
  CHECK(cuDriverGetVersion(&version) == CUDA_SUCCESS && version >= 13000);
  CHECK(cuDeviceGetCount(&count) == CUDA_SUCCESS && count >= 1);
  CHECK(cuDeviceGet(&device, count) == CUDA_ERROR_INVALID_DEVICE);
  CHECK(cuDeviceGet(&device, 0) == CUDA_SUCCESS && device == 0);
  CHECK(cuDeviceGetName(name, sizeof name, device) == CUDA_SUCCESS);
  CHECK(cuDeviceGetName(start, sizeof start, device) == CUDA_SUCCESS);
  CHECK(strlen(start) == 3 && !strncmp(name, start, 3));
  CHECK(cuDeviceTotalMem(&bytes, device) == CUDA_SUCCESS && bytes > 0);
  CHECK(cuDeviceGetUuid(&uuid, device) == CUDA_SUCCESS);
  CHECK(cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_WARP_SIZE, device) == CUDA_SUCCESS);
  CHECK(value == 32);
  CHECK(cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device) ==
        CUDA_SUCCESS);
  CHECK(value >= 9);
  CHECK(cuDeviceGetAttribute(&value, (CUdevice_attribute)9999, 0) == CUDA_ERROR_INVALID_VALUE);
  const char* text = nullptr;
  CHECK(cuGetErrorName(CUDA_ERROR_INVALID_CONTEXT, &text) == CUDA_SUCCESS);
  CHECK(!strcmp(text, "CUDA_ERROR_INVALID_CONTEXT"));
  CHECK(cuGetErrorString(CUDA_ERROR_OUT_OF_MEMORY, &text) == CUDA_SUCCESS);
  CHECK(!strcmp(text, "out of memory"));
  CHECK(cuGetErrorName((CUresult)12345, &text) == CUDA_ERROR_INVALID_VALUE && text == nullptr);
}

void contexts() {
  CUcontext first = nullptr, second = nullptr, current = nullptr, own = nullptr;
  CUdevice device = -1;
  CUdeviceptr pointer = 0;
  CHECK(cuCtxCreate(&first, nullptr, 0, 99) == CUDA_ERROR_INVALID_DEVICE);
  CHECK(cuCtxCreate(&first, nullptr, CU_CTX_SCHED_BLOCKING_SYNC, 0) == CUDA_SUCCESS);
  CHECK(cuCtxCreate(&second, nullptr, 0, 0) == CUDA_SUCCESS && first != second);
  CHECK(cuCtxGetCurrent(&current) == CUDA_SUCCESS && current == second);
  CHECK(cuCtxGetDevice(&device) == CUDA_SUCCESS && device == 0);
  CHECK(cuMemAlloc(&pointer, 4096) == CUDA_SUCCESS);
  CHECK(cuCtxPopCurrent(&current) == CUDA_SUCCESS && current == second);
  CHECK(cuCtxGetCurrent(&current) == CUDA_SUCCESS && current == first);
  CHECK(cuCtxPushCurrent(second) == CUDA_SUCCESS);
  CHECK(cuCtxDestroy(second) == CUDA_SUCCESS); // with what was allocated in it
  CHECK(cuCtxGetCurrent(&current) == CUDA_SUCCESS && current == first);
  unsigned type = 0;
  CHECK(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, pointer) ==
        CUDA_ERROR_INVALID_VALUE);
  // The runtime API works in the current context, and cudaSetDevice() chooses the device's own.
  void* memory = nullptr;
  CHECK(cudaMalloc(&memory, 16) == cudaSuccess);
  CHECK(cuCtxGetCurrent(&current) == CUDA_SUCCESS && current == first);
  CHECK(cudaSetDevice(0) == cudaSuccess);
  CHECK(cuDevicePrimaryCtxRetain(&own, 0) == CUDA_SUCCESS);
  CHECK(cuCtxGetCurrent(&current) == CUDA_SUCCESS && current == own && own != first);
  CHECK(cuCtxDestroy(own) == CUDA_ERROR_INVALID_CONTEXT);
  CHECK(cuDevicePrimaryCtxRelease(0) == CUDA_SUCCESS);
  CHECK(cuCtxDestroy(first) == CUDA_SUCCESS);
  CHECK(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, (CUdeviceptr)memory) ==
        CUDA_ERROR_INVALID_VALUE);
  CHECK(cudaGetLastError() == cudaSuccess); // the driver API keeps no error
}

void memory() {
  const int n = 1000;
  CUdeviceptr d = 0, e = 0, begin = 0;
  size_t bytes = 0, pitch = 0, free = 0, total = 0;
  CHECK(cuMemAlloc(&d, 0) == CUDA_ERROR_INVALID_VALUE);
  CHECK(cuMemFree(0) == CUDA_SUCCESS);
  CHECK(cuMemGetInfo(&free, &total) == CUDA_SUCCESS && free <= total && total > 0);
  CHECK(cuMemAlloc(&d, n * sizeof(int)) == CUDA_SUCCESS);
  CHECK(cuMemAlloc(&e, n * sizeof(int)) == CUDA_SUCCESS);
  CHECK(cuMemGetAddressRange(&begin, &bytes, d + 40) == CUDA_SUCCESS);
  CHECK(begin == d && bytes == n * sizeof(int));
  int* host = nullptr;
  CHECK(cuMemHostAlloc((void**)&host, n * sizeof(int), CU_MEMHOSTALLOC_PORTABLE) == CUDA_SUCCESS);
  for (int i = 0; i < n; ++i)
    host[i] = i;
  CHECK(cuMemcpyHtoD(d, host, n * sizeof(int)) == CUDA_SUCCESS);
  CHECK(cuMemsetD32(d + 8, 77, 2) == CUDA_SUCCESS);
  CHECK(cuMemsetD16(d + 16, 0x1234, 2) == CUDA_SUCCESS);
  CHECK(cuMemsetD8(d + 20, 5, 4) == CUDA_SUCCESS);
  CHECK(cuMemsetD32(d + 2, 0, 4) == CUDA_ERROR_INVALID_VALUE);
  CHECK(cuMemcpyHtoD(d, host, 1000 * n) == CUDA_ERROR_INVALID_VALUE);
  CHECK(cuMemcpyDtoD(e, d, n * sizeof(int)) == CUDA_SUCCESS);
  memset(host, 0, n * sizeof(int));
  CHECK(cuMemcpyDtoH(host, e, n * sizeof(int)) == CUDA_SUCCESS);
  CHECK(host[0] == 0 && host[1] == 1 && host[2] == 77 && host[3] == 77);
  CHECK(host[4] == 0x12341234 && host[5] == 0x05050505 && host[6] == 6 && host[n - 1] == n - 1);
  int type = 0, ordinal = -1;
  CHECK(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, d) == CUDA_SUCCESS);
  CHECK(type == CU_MEMORYTYPE_DEVICE);
  CHECK(cuPointerGetAttribute(&ordinal, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, d) == CUDA_SUCCESS);
  CHECK(ordinal == 0);
  CHECK(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, (CUdeviceptr)&type) ==
        CUDA_ERROR_INVALID_VALUE);
  CHECK(cuMemFreeHost(host) == CUDA_SUCCESS);
  CHECK(cuMemFree(e) == CUDA_SUCCESS);
  CHECK(cuMemFree(d) == CUDA_SUCCESS);

  char picture[8][10], part[3][4];
  for (int y = 0; y < 8; ++y)
    for (int x = 0; x < 10; ++x)
      picture[y][x] = (char)(10 * y + x);
  CHECK(cuMemAllocPitch(&d, &pitch, 10, 8, 4) == CUDA_SUCCESS && pitch >= 10);
  CUDA_MEMCPY2D copy = {};
  copy.srcMemoryType = CU_MEMORYTYPE_HOST;
  copy.srcHost = picture;
  copy.srcPitch = 10;
  copy.dstMemoryType = CU_MEMORYTYPE_DEVICE;
  copy.dstDevice = d;
  copy.dstPitch = pitch;
  copy.WidthInBytes = 10;
  copy.Height = 8;
  CHECK(cuMemcpy2D(&copy) == CUDA_SUCCESS);
  CUDA_MEMCPY2D back = {};
  back.srcMemoryType = CU_MEMORYTYPE_DEVICE;
  back.srcDevice = d;
  back.srcPitch = pitch;
  back.srcXInBytes = 2;
  back.srcY = 5;
  back.dstMemoryType = CU_MEMORYTYPE_HOST;
  back.dstHost = part;
  back.dstPitch = 4;
  back.WidthInBytes = 4;
  back.Height = 3;
  CHECK(cuMemcpy2D(&back) == CUDA_SUCCESS);
  CHECK(part[0][0] == 52 && part[0][3] == 55 && part[2][0] == 72 && part[2][3] == 75);
  back.dstPitch = 3;
  CHECK(cuMemcpy2D(&back) == CUDA_ERROR_INVALID_VALUE);
  CHECK(cuMemFree(d) == CUDA_SUCCESS);
}

void streams_and_kernels() {
  const int n = 1000;
  float* host = nullptr;
  CUdeviceptr d = 0;
  CUstream first = nullptr, second = nullptr;
  CUevent begin = nullptr, end = nullptr;
  CHECK(cuMemAllocHost((void**)&host, n * sizeof(float)) == CUDA_SUCCESS);
  for (int i = 0; i < n; ++i)
    host[i] = (float)i;
  CHECK(cuMemAlloc(&d, n * sizeof(float)) == CUDA_SUCCESS);
  CHECK(cuStreamCreate(&first, CU_STREAM_NON_BLOCKING) == CUDA_SUCCESS);
  CHECK(cuStreamCreate(&second, CU_STREAM_NON_BLOCKING) == CUDA_SUCCESS);
  CHECK(cuEventCreate(&begin, CU_EVENT_DEFAULT) == CUDA_SUCCESS);
  CHECK(cuEventCreate(&end, CU_EVENT_DEFAULT) == CUDA_SUCCESS);
  CHECK(cuEventRecord(begin, first) == CUDA_SUCCESS);
  CHECK(cuMemcpyHtoDAsync(d, host, n * sizeof(float), first) == CUDA_SUCCESS);
  CHECK(cuEventRecord(end, first) == CUDA_SUCCESS);
  CHECK(cuStreamWaitEvent(second, end, 0) == CUDA_SUCCESS);

  CUfunction function = nullptr;
  CHECK(cudaGetFuncBySymbol(&function, scale) == cudaSuccess);
  int most = 0, count = n;
  float factor = 2;
  CHECK(cuFuncGetAttribute(&most, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, function) ==
        CUDA_SUCCESS);
  CHECK(most == 1024);
  CHECK(cuFuncGetAttribute(&most, CU_FUNC_ATTRIBUTE_NUM_REGS, nullptr) ==
        CUDA_ERROR_INVALID_HANDLE);
  void* arguments[] = {&d, &count, &factor};
  CHECK(cuLaunchKernel(function, 4, 1, 1, 256, 1, 1, 0, second, arguments, nullptr) ==
        CUDA_SUCCESS);
  struct {
    CUdeviceptr values;
    int n;
    float factor;
  } all = {d, n, 5};
  size_t all_bytes = sizeof all;
  void* extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &all, CU_LAUNCH_PARAM_BUFFER_SIZE, &all_bytes,
                   CU_LAUNCH_PARAM_END};
  CHECK(cuLaunchKernel(function, 4, 1, 1, 256, 1, 1, 0, second, nullptr, extra) == CUDA_SUCCESS);
  CHECK(cuMemcpyDtoHAsync(host, d, n * sizeof(float), second) == CUDA_SUCCESS);
  CHECK(cuStreamSynchronize(second) == CUDA_SUCCESS);
  CHECK(cuStreamQuery(second) == CUDA_SUCCESS);
  CHECK(host[1] == 10 && host[n - 1] == 10.f * (n - 1));
  float milliseconds = -1;
  CHECK(cuEventElapsedTime(&milliseconds, begin, end) == CUDA_SUCCESS && milliseconds >= 0);
  CHECK(cuCtxSynchronize() == CUDA_SUCCESS);
  CHECK(cuStreamDestroy(nullptr) == CUDA_ERROR_INVALID_HANDLE);
  CHECK(cuEventDestroy(begin) == CUDA_SUCCESS && cuEventDestroy(end) == CUDA_SUCCESS);
  CHECK(cuStreamDestroy(first) == CUDA_SUCCESS && cuStreamDestroy(second) == CUDA_SUCCESS);
  CHECK(cuMemFree(d) == CUDA_SUCCESS && cuMemFreeHost(host) == CUDA_SUCCESS);
}

int main() {
  before_the_begin();
  devices();
  contexts();
  CUcontext context = nullptr;
  CHECK(cuCtxCreate(&context, nullptr, 0, 0) == CUDA_SUCCESS);
  memory();
  streams_and_kernels();
  CHECK(cuCtxDestroy(context) == CUDA_SUCCESS);
  return failures == 0 ? 0 : 1;
}
