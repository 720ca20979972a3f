// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The functions of lab/tensor_cores.h on this device. They stand here so that what is seen in them
/// is told of the line that calls them.
#pragma once // IWYU pragma: private, include "lab/tensor_cores.h"

#include "../../cuda_fp16.h"
#include "matrix_functions.h"

namespace lab {

__device__ __forceinline__ void ldmatrix_x4(unsigned (&to)[4], const half* row) {
  cudalab::emulator::matrices::load_rows(to, row, false, "ldmatrix_x4()");
}

__device__ __forceinline__ void ldmatrix_x4_trans(unsigned (&to)[4], const half* row) {
  cudalab::emulator::matrices::load_rows(to, row, true, "ldmatrix_x4_trans()");
}

__device__ __forceinline__ void mma_m16n8k16(float (&sums)[4], const unsigned (&a)[4], unsigned b0,
                                             unsigned b1) {
  using cudalab::emulator::matrices::element;
  const unsigned b[2] = {b0, b1};
  cudalab::emulator::matrices::multiply(sums, a, b, sums, {element::half, 16, 16, 1},
                                        "mma_m16n8k16()");
}

} // namespace lab
