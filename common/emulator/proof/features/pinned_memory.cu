// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Feature: kernels read and write pinned and registered host memory by the host's pointer
#include <cstdio>
#include <vector>

__global__ void add_one(int* values, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    values[i] += 1;
}

int failures = 0;
void check(bool right, const char* what) {
  if (!right) {
    printf("wrong: %s\n", what);
    ++failures;
  }
}

int main() {
  const int n = 1000;
  int *pinned = nullptr, *mapped = nullptr, *view = nullptr;
  check(cudaMallocHost(&pinned, n * sizeof(int)) == cudaSuccess, "cudaMallocHost");
  check(cudaHostAlloc(&mapped, n * sizeof(int), cudaHostAllocMapped | cudaHostAllocWriteCombined) ==
            cudaSuccess, "cudaHostAlloc");
  std::vector<int> own(n, 7);
  check(cudaHostRegister(own.data(), n * sizeof(int), cudaHostRegisterMapped) == cudaSuccess,
        "cudaHostRegister");
  for (int i = 0; i < n; ++i)
    pinned[i] = mapped[i] = i;
  check(cudaHostGetDevicePointer(&view, own.data(), 0) == cudaSuccess, "device pointer");
  add_one<<<4, 256>>>(pinned, n);
  add_one<<<4, 256>>>(mapped, n);
  add_one<<<4, 256>>>(view, n);
  check(cudaDeviceSynchronize() == cudaSuccess, "kernels");
  check(pinned[999] == 1000 && mapped[0] == 1 && own[500] == 8, "results");

  unsigned flags = 0;
  check(cudaHostGetFlags(&flags, mapped) == cudaSuccess && (flags & cudaHostAllocMapped) != 0 &&
            (flags & cudaHostAllocWriteCombined) != 0, "flags");
  cudaPointerAttributes attributes;
  check(cudaPointerGetAttributes(&attributes, pinned) == cudaSuccess &&
            attributes.type == cudaMemoryTypeHost && attributes.devicePointer == pinned,
        "attributes");
  check(cudaPointerGetAttributes(&attributes, &failures) == cudaSuccess &&
            attributes.type == cudaMemoryTypeUnregistered, "attributes of a host variable");
  check(cudaHostRegister(own.data(), n * sizeof(int), 0) == cudaErrorHostMemoryAlreadyRegistered,
        "registered twice");
  check(cudaHostUnregister(own.data()) == cudaSuccess, "cudaHostUnregister");
  check(cudaHostUnregister(own.data()) == cudaErrorHostMemoryNotRegistered, "unregistered twice");
  check(cudaFreeHost(mapped) == cudaSuccess && cudaFreeHost(pinned) == cudaSuccess, "cudaFreeHost");
  cudaGetLastError();
  return failures != 0;
}
