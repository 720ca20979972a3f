// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What a warp does with small matrices, as functions of the library: nvcuda::wmma and the wrappers
/// of lab/tensor_cores.h are made of them. All 32 lanes make each call together. Fragments lie in
/// the lanes' registers as on Hopper. With g = lane / 4 and t = lane % 4, a lane holds
///
///   of A (16 x 16)   rows g and g + 8, columns 2t, 2t + 1 and 2t + 8, 2t + 9
///   of B (16 x 8)    rows 2t, 2t + 1, 2t + 8 and 2t + 9, column g; a B of 16 columns is two of
///   them of sums (16 x 8) rows g and g + 8, columns 2t and 2t + 1
///
/// and of TensorFloat-32, with 8 in place of 16 products, columns (or rows) t and t + 4.
#pragma once // IWYU pragma: private, include <mma.h>

#include <stddef.h>

#include "../attributes.h"

namespace cudalab {
namespace emulator {
namespace matrices {

/// What the elements of a factor are.
enum class element { half, bfloat16, tf32 };
enum class factor { a, b };

/// A matrix in memory: the element of row i and column j is at i * stride + j, or, by columns, at
/// j * stride + i.
struct place {
  const void* first;
  unsigned stride;
  bool by_columns;
};

/// A fragment of A or of B, of 16 x 16 elements (TensorFloat-32: 16 x 8 and 8 x 16).
__device__ void load_factor(void* fragment, factor which, element kind, place from,
                            const char* called);
/// 16 x 16 sums.
__device__ void load_sums(float* fragment, place from, const char* called);
__device__ void store_sums(const float* fragment, place to, const char* called);

/// How a product is made: `together` products of an element are added to its sum at once, `columns`
/// columns of 8.
struct product_shape {
  element kind;
  unsigned depth, together, columns;
};
/// d = a b + c, with the roundings of Hopper's tensor cores (runtime/blocks/tensor_sum.h).
__device__ void multiply(float* d, const void* a, const void* b, const float* c,
                         product_shape shape, const char* called);

/// ldmatrix: 4 matrices of 8 x 8 elements of 16 bits. `row`: lane i's is row i % 8 of matrix i / 8.
/// Each lane gets two neighbours of row lane / 4 of each matrix, or of its column, transposed.
__device__ void load_rows(unsigned* four, const void* row, bool transposed, const char* called);

/// A part of a GPU that this device lacks: says so, and ends the launch.
[[noreturn]] __device__ void refuse(const char* called);

} // namespace matrices
} // namespace emulator
} // namespace cudalab
