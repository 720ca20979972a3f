// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Feature: addresses and memory asked for by themselves (cuMemAddressReserve, cuMemCreate,
// cuMemMap), Feature: an array that grows, memory at two addresses, and memory given on as a file.
// Options: -lcuda
#include <cstdio>
#include <cuda.h>
#include <unistd.h>
#include <vector>

int failures = 0;
#define CHECK(condition)                                                                           \
  if (!(condition))                                                                                \
  ++failures, printf("line %d: %s\n", __LINE__, #condition)

__global__ void count_up(int* values, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    values[i] = i;
}

__global__ void add(int* values, int n, int more) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    values[i] += more;
}

int main() {
  CUcontext context = nullptr;
  int can = 0;
  CHECK(cuInit(0) == CUDA_SUCCESS && cuCtxCreate(&context, nullptr, 0, 0) == CUDA_SUCCESS);
  CHECK(cuDeviceGetAttribute(&can, CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED, 0) ==
        CUDA_SUCCESS);
  CHECK(can == 1);

  CUmemAllocationProp kind = {};
  kind.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  kind.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  kind.location.id = 0;
  kind.requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
  CUmemAccessDesc all = {};
  all.location = kind.location;
  all.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
  size_t unit = 0;
  CHECK(cuMemGetAllocationGranularity(&unit, &kind, CU_MEM_ALLOC_GRANULARITY_MINIMUM) ==
        CUDA_SUCCESS);
  CHECK(unit > 0 && unit % 65536 == 0);

  CUmemGenericAllocationHandle first = 0, second = 0, third = 0;
  CUdeviceptr array = 0, other = 0;
  CHECK(cuMemCreate(&first, unit / 2, &kind, 0) == CUDA_ERROR_INVALID_VALUE);
  CHECK(cuMemCreate(&first, unit, &kind, 0) == CUDA_SUCCESS);
  CHECK(cuMemCreate(&second, 2 * unit, &kind, 0) == CUDA_SUCCESS);
  CHECK(cuMemAddressReserve(&array, unit / 2, 0, 0, 0) == CUDA_ERROR_INVALID_VALUE);
  CHECK(cuMemAddressReserve(&array, 4 * unit, 0, 0, 0) == CUDA_SUCCESS);
  CHECK(array % unit == 0);

  // The first piece, in use, and then a second one behind it.
  CHECK(cuMemMap(array, 2 * unit, 0, first, 0) == CUDA_ERROR_INVALID_VALUE);
  CHECK(cuMemMap(array, unit, 0, first, 0) == CUDA_SUCCESS);
  CHECK(cuMemsetD8(array, 0, 4) == CUDA_ERROR_INVALID_VALUE); // nobody may use it yet
  CHECK(cuMemSetAccess(array, 2 * unit, &all, 1) == CUDA_ERROR_INVALID_VALUE);
  CHECK(cuMemSetAccess(array, unit, &all, 1) == CUDA_SUCCESS);
  count_up<<<16, 256>>>((int*)array, int(unit / sizeof(int)));
  CHECK(cuMemcpyHtoD(array + unit - 4, &failures, 8) == CUDA_ERROR_INVALID_VALUE);
  CHECK(cuMemMap(array + unit, 2 * unit, 0, second, 0) == CUDA_SUCCESS);
  CHECK(cuMemRelease(second) == CUDA_SUCCESS); // it is there as long as it is mapped
  CHECK(cuMemMap(array + unit, 2 * unit, 0, second, 0) == CUDA_ERROR_INVALID_VALUE);
  CHECK(cuMemSetAccess(array + unit, 2 * unit, &all, 1) == CUDA_SUCCESS);
  const int n = int(3 * unit / sizeof(int));
  CHECK(cuMemsetD32(array + unit, 7, 2 * unit / sizeof(int)) == CUDA_SUCCESS);
  add<<<16, 256>>>((int*)array, n, 5);
  std::vector<int> host(n);
  CHECK(cuMemcpyDtoH(host.data(), array, n * sizeof(int)) == CUDA_SUCCESS); // of both pieces
  const int border = int(unit / sizeof(int));
  CHECK(host[0] == 5 && host[border - 1] == border + 4 && host[border] == 12 && host[n - 1] == 12);

  // The first piece at a second address.
  CHECK(cuMemAddressReserve(&other, unit, unit, 0, 0) == CUDA_SUCCESS);
  CHECK(cuMemMap(other, unit, 0, first, 0) == CUDA_SUCCESS);
  CHECK(cuMemSetAccess(other, unit, &all, 1) == CUDA_SUCCESS);
  add<<<16, 256>>>((int*)other, border, 100);
  CHECK(cuMemcpyDtoH(host.data(), array, unit) == CUDA_SUCCESS);
  CHECK(host[0] == 105 && host[border - 1] == border + 104);

  // As a file, which another process could have got.
  int file = -1;
  CHECK(cuMemExportToShareableHandle(&file, first, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0) ==
        CUDA_SUCCESS);
  CHECK(cuMemUnmap(other, unit) == CUDA_SUCCESS);
  CHECK(cuMemImportFromShareableHandle(&third, (void*)(size_t)file,
                                       CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR) == CUDA_SUCCESS);
  close(file);
  CHECK(cuMemMap(other, unit, 0, third, 0) == CUDA_SUCCESS);
  CHECK(cuMemSetAccess(other, unit, &all, 1) == CUDA_SUCCESS);
  int last = 0;
  CHECK(cuMemcpyDtoH(&last, other + unit - 4, 4) == CUDA_SUCCESS && last == border + 104);

  CHECK(cuMemUnmap(array, unit / 2) == CUDA_ERROR_INVALID_VALUE);
  CHECK(cuMemAddressFree(array, 4 * unit) == CUDA_ERROR_INVALID_VALUE); // it is in use
  CHECK(cuMemUnmap(array, 3 * unit) == CUDA_SUCCESS);
  CHECK(cuMemsetD8(array, 0, 4) == CUDA_ERROR_INVALID_VALUE);
  CHECK(cuMemUnmap(other, unit) == CUDA_SUCCESS);
  CHECK(cuMemRelease(first) == CUDA_SUCCESS && cuMemRelease(third) == CUDA_SUCCESS);
  CHECK(cuMemRelease(first) == CUDA_ERROR_INVALID_VALUE);
  CHECK(cuMemAddressFree(array, unit) == CUDA_ERROR_INVALID_VALUE);
  CHECK(cuMemAddressFree(array, 4 * unit) == CUDA_SUCCESS);
  CHECK(cuMemAddressFree(other, unit) == CUDA_SUCCESS);
  CHECK(cuCtxDestroy(context) == CUDA_SUCCESS);
  return failures == 0 ? 0 : 1;
}
