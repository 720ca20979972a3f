// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Numbers that an integer cannot hold, converted in a kernel, and by the host.
#include <cmath>
#include <cstdio>

constexpr int count = 12;

template <class To, class From>
__host__ __device__ To converted(From x) {
  return static_cast<To>(x);
}

template <class From, class To>
__global__ void convert(const From* from, To* to) {
  const auto one = [&](int i) { return converted<To>(from[i]); };
  to[threadIdx.x] = one(threadIdx.x);
}

template <class From, class To>
void print(const char* what) {
  const double numbers[count] = {1.9, -1.5, 300,  -300, 65600,     -40000,
                                 3e9, -3e9, 5e9, 2e19, -INFINITY, NAN};
  From* from;
  To* to;
  cudaMallocManaged(&from, count * sizeof *from);
  cudaMallocManaged(&to, count * sizeof *to);
  for (int i = 0; i < count; ++i)
    from[i] = static_cast<From>(numbers[i]);
  convert<<<1, count>>>(from, to);
  cudaDeviceSynchronize();
  std::printf("%s", what);
  for (int i = 0; i < count; ++i)
    std::printf(" %lld", static_cast<long long>(to[i]));
  std::printf("\n");
  cudaFree(from);
  cudaFree(to);
}

template <class To>
void print_both(const char* what) {
  print<float, To>(what);
  print<double, To>(what);
}

int main() {
  print_both<signed char>("i8");
  print_both<unsigned char>("u8");
  print_both<short>("i16");
  print_both<unsigned short>("u16");
  print_both<int>("i32");
  print_both<unsigned>("u32");
  print_both<long long>("i64");
  print_both<unsigned long long>("u64");
  volatile double large = 3e9;
#ifdef __x86_64__ // elsewhere a processor may do as a GPU does
  std::printf("host %d\n", converted<int>(+large));
#else
  std::printf("host -2147483648\n");
#endif
}
