// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Feature: what may stand among a launch's arguments, and kernels that are known by their address only.
// Prints: braces 7
// Prints: braces for a template 7
// Prints: owner 3
// Prints: null 1
// Prints: one name 8
// Prints: addresses 1 2 1 2 5
#include <cstdio>

struct pair {
  int a, b;
};

/// Converts to what kernels take; can neither be copied nor moved.
class buffer {
public:
  buffer() { cudaMalloc(&data_, sizeof(int)); }
  ~buffer() { cudaFree(data_); }
  buffer(const buffer&) = delete;
  buffer& operator=(const buffer&) = delete;
  operator int*() const { return data_; }
  int value() const {
    int value = 0;
    cudaMemcpy(&value, data_, sizeof value, cudaMemcpyDeviceToHost);
    return value;
  }

private:
  int* data_ = nullptr;
};

__global__ void sum(int* out, pair p) {
  *out = p.a + p.b;
}
template <class T>
__global__ void sum_of(int* out, T p) {
  *out = p.a + p.b;
}
__global__ void set(int* out, int value) {
  *out = value;
}
__global__ void is_null(int* out, const float* pointer) {
  *out = pointer == nullptr;
}
template <class T>
__device__ int twice(T value) {
  return 2 * value;
}
template <class T>
__global__ void twice(int* out, T value) {
  *out = twice(value);
}
namespace numbers {
template <int Value>
__global__ void put(int* out) {
  *out = Value;
}
struct holder {
  template <class T>
  static void put_five(T launch) {
    launch(numbers::put<5>);
  }
};
} // namespace numbers

int main() {
  const buffer result;
  int n = 4;
  sum<<<1, 1>>>(result, {3, n});
  std::printf("braces %d\n", result.value());
  sum_of<pair><<<1, 1>>>(result, {3, n});
  std::printf("braces for a template %d\n", result.value());
  set<<<1, 1>>>(result, 3);
  std::printf("owner %d\n", result.value());
  is_null<<<1, 1>>>(result, 0);
  std::printf("null %d\n", result.value());

  int* out = result;
  twice<int><<<1, 1>>>(out, {n});
  std::printf("one name %d\n", result.value());
  void* arguments[] = {&out};
  std::printf("addresses");
  const auto first = numbers::put<1>;
  const void* address = (const void*)first;
  cudaLaunchKernel(address, dim3(1), dim3(1), arguments, 0, nullptr);
  std::printf(" %d", result.value());
  auto* second = &numbers::put<2>;
  address = reinterpret_cast<const void*>(second);
  cudaLaunchKernel(address, dim3(1), dim3(1), arguments, 0, nullptr);
  std::printf(" %d", result.value());
  for (auto each : {numbers::put<1>, numbers::put<2>}) {
    const void* const one = (const void*)each;
    cudaLaunchKernel(one, dim3(1), dim3(1), arguments, 0, nullptr);
    std::printf(" %d", result.value());
  }
  numbers::holder::put_five([&](void (*kernel)(int*)) {
    const void* const one = (const void*)kernel;
    cudaLaunchKernel(one, dim3(1), dim3(1), arguments, 0, nullptr);
  });
  std::printf(" %d\n", result.value());
  return cudaDeviceSynchronize() != cudaSuccess;
}
