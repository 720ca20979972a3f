// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Other people's headers ask for the toolkit by these names before they declare anything.
#include <cstdio>

#if defined(__CUDA_RUNTIME_H__) && defined(__CUDA_RUNTIME_API_H__) &&                              \
    defined(__DRIVER_TYPES_H__) && defined(__VECTOR_TYPES_H__)
constexpr bool guards = true;
#else
constexpr bool guards = false;
#endif

#if CUDART_VERSION >= 12000 && CUDA_VERSION == CUDART_VERSION &&                                    \
    __CUDACC_VER_MAJOR__ == CUDART_VERSION / 1000 &&                                               \
    __CUDACC_VER_MINOR__ == CUDART_VERSION % 1000 / 10 && defined(__CUDACC_VER_BUILD__)
constexpr bool versions = true;
#else
constexpr bool versions = false;
#endif

int main() {
  int runtime = 0;
  const bool known = cudaRuntimeGetVersion(&runtime) == cudaSuccess && runtime == CUDART_VERSION;
  std::printf("guards %d, versions %d, as the call says %d\n", guards, versions, known);
}
