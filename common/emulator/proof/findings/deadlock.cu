// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: deadlock
// Devices: 2
// Options: -lnccl
// Prints: internal error
// Says: error: rank that waits for ever
// Says: rank 0 waits in ncclAllReduce for rank 1, which does not call it
// Says: {here}
// Says: puts all of these calls between ncclGroupStart() and ncclGroupEnd()
// GPU: nothing finds: the program waits for ever
#include <cstdio>

#include <nccl.h>

int main() {
  ncclComm_t comms[2];
  int* sums[2];
  ncclCommInitAll(comms, 2, nullptr);
  for (int device = 0; device < 2; ++device) {
    cudaSetDevice(device);
    cudaMalloc(&sums[device], sizeof(int));
    cudaMemset(sums[device], 1, sizeof(int));
    cudaDeviceSynchronize();
  }
  ncclResult_t result = ncclAllReduce(sums[0], sums[0], 1, ncclInt, ncclSum, comms[0], 0); // @here
  printf("%s\n", ncclGetErrorString(result));
  for (int device = 0; device < 2; ++device) {
    cudaFree(sums[device]);
    ncclCommDestroy(comms[device]);
  }
  return 0;
}
