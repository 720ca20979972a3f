// fails: correctness.whole_blocks (says that the memory of the GPU is broken) on both
// says: "uncorrectable ECC"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "lab03.h"

#include "lab/cuda_check.h"

void matmul_naive(const float*, const float*, float*, int, int, int) {
  throw lab::cuda_error(static_cast<cudaError_t>(214), "cudaMalloc(&grader, 1)", "worker.cpp", 1);
}
