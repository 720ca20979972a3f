// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <cstdio>

int main() {
#ifdef __SANITIZE_THREAD__
  std::printf("watched\n");
#elif !defined(__CUDACC__)
  std::printf("not CUDA\n");
#else
  std::printf("plain\n");
#endif
}
