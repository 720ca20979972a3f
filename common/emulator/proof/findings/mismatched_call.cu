// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: mismatched_call
// Devices: 2
// Options: -lnccl
// Prints: invalid argument
// Says: error: calls of several ranks that do not fit together
// Says: rank 0 passes count = 8, and rank 1 count = 4
// Says: {here}
// Says: all ranks pass the same count
// GPU: nothing finds: the program waits for ever, or sums are wrong
#include <cstdio>

#include <nccl.h>

int main() {
  ncclComm_t comms[2];
  int* sums[2];
  ncclCommInitAll(comms, 2, nullptr);
  ncclGroupStart();
  for (int device = 0; device < 2; ++device) {
    cudaSetDevice(device);
    cudaMalloc(&sums[device], 8 * sizeof(int));
    cudaMemset(sums[device], 1, 8 * sizeof(int));
    const int count = 8 / (device + 1);
    ncclAllReduce(sums[device], sums[device], count, ncclInt, ncclSum, comms[device], 0); // @here
  }
  printf("%s\n", ncclGetErrorString(ncclGroupEnd()));
  for (int device = 0; device < 2; ++device) {
    cudaFree(sums[device]);
    ncclCommDestroy(comms[device]);
  }
  return 0;
}
