// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: leak
// Says: warning: memory never freed
// Says: the host allocates it {here}
// Says: 3 allocations of 3,000 bytes in all
// GPU: memcheck finds

int main() {
  for (int i = 0; i < 4; ++i) {
    char* buffer = nullptr;
    if (cudaMalloc(&buffer, 1000) != cudaSuccess) // @here
      return 1;
    if (i == 0 && cudaFree(buffer) != cudaSuccess)
      return 1;
  }
  return 0;
}
