// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Two instructions that CUDA C++ has no name for. On a GPU each is one line of PTX; on the
/// emulated device the lanes exchange the same numbers, and the sums have the same bits.
///
/// All 32 lanes of a warp make each call together. With g = lane / 4 and t = lane % 4:
///
///   A, 16 x 16  a[0]: row g, columns 2t and 2t + 1         a[2]: the same, 8 columns further
///               a[1]: row g + 8, columns 2t and 2t + 1     a[3]: the same, 8 columns further
///   B, 16 x 8   b0: rows 2t and 2t + 1, column g           b1: rows 2t + 8 and 2t + 9
///   sums, 16 x 8  sums[0], sums[1]: row g, columns 2t and 2t + 1; sums[2], sums[3]: row g + 8
///
///   lab::ldmatrix_x4(to, row)
///     loads four matrices of 8 x 8 halves from shared memory. Lane i gives the address of row
///     i % 8 of matrix i / 8: 16 bytes, at a multiple of 16. A lane gets in to[m] two neighbours of
///     matrix m: row g, columns 2t and 2t + 1.
///   lab::ldmatrix_x4_trans(to, row)
///     the same, each matrix transposed: a lane gets in to[m] rows 2t and 2t + 1, column g.
///   lab::mma_m16n8k16(sums, a, b0, b1)
///     sums += A B: 16 x 8 sums of 16 products of halves each.
#pragma once

#include <cuda_fp16.h>
#include <cuda_runtime.h>

#if defined(CUDALAB_EMULATED_DEVICE) || defined(CUDALAB_RULES_CHECK)

#include <cudalab/matrix/instructions.h>

#else

namespace lab {

__device__ __forceinline__ void ldmatrix_x4(unsigned (&to)[4], const half* row) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
               : "r"(static_cast<unsigned>(__cvta_generic_to_shared(row)))
               : "memory");
}

__device__ __forceinline__ void ldmatrix_x4_trans(unsigned (&to)[4], const half* row) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
               : "r"(static_cast<unsigned>(__cvta_generic_to_shared(row)))
               : "memory");
}

__device__ __forceinline__ void mma_m16n8k16(float (&sums)[4], const unsigned (&a)[4], unsigned b0,
                                             unsigned b1) {
  asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
      "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
      : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

} // namespace lab

#endif
