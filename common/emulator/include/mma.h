// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// nvcuda::wmma: products of small matrices by a warp, on tensor cores. Here: half and bfloat16 in
/// tiles of 16 x 16 x 16, TensorFloat-32 in tiles of 16 x 16 x 8, with sums of 32 bits.
#pragma once

#include "cuda_runtime.h"

#include "cuda_bf16.h"
#include "cuda_fp16.h"

#include "cudalab/conversions.h"
#include "cudalab/matrix/matrix_functions.h"

#define CUDALAB_MATRIX __device__ __forceinline__

namespace nvcuda {
namespace wmma {

struct matrix_a;
struct matrix_b;
struct accumulator;
struct row_major;
struct col_major;
enum layout_t { mem_row_major, mem_col_major };

namespace precision {
struct tf32;
} // namespace precision

// Not CUDA's:
namespace cudalab_parts {

using cudalab::emulator::matrices::element;
using cudalab::emulator::matrices::factor;
using cudalab::emulator::matrices::place;
using cudalab::emulator::matrices::product_shape;

/// A fragment that nobody has filled holds NaN: on a GPU it holds whatever was in the registers.
template <class T, int Size>
struct registers {
  typedef T element_type;
  typedef T storage_element_type;
  enum { num_elements = Size, num_storage_elements = Size };
  __device__ registers() {
    unsigned char* const bytes = reinterpret_cast<unsigned char*>(x);
    for (unsigned i = 0; i < sizeof x; ++i)
      bytes[i] = 0xff;
  }
  T x[Size];
};

template <class T>
struct element_of; // other types are not supported on this device
template <>
struct element_of<__half> {
  static constexpr element kind = element::half;
  static constexpr unsigned depth = 16, together = 16;
};
template <>
struct element_of<__nv_bfloat16> {
  static constexpr element kind = element::bfloat16;
  static constexpr unsigned depth = 16, together = 16;
};
template <>
struct element_of<precision::tf32> {
  static constexpr element kind = element::tf32;
  static constexpr unsigned depth = 8, together = 4;
};

template <class Layout>
struct by_columns {
  static constexpr bool value = false;
};
template <>
struct by_columns<col_major> {
  static constexpr bool value = true;
};

} // namespace cudalab_parts

/// Those that are defined below are what this device has: docs/device_functions.md.
template <class Use, int M, int N, int K, class T, class Layout = void>
class fragment;

#define CUDALAB_FRAGMENT(use, depth, type, layout, held, size)                                     \
  template <>                                                                                      \
  class fragment<use, 16, 16, depth, type, layout> : public cudalab_parts::registers<held, size> { \
  };
#define CUDALAB_FACTORS(depth, type, held, size)                                                   \
  CUDALAB_FRAGMENT(matrix_a, depth, type, row_major, held, size)                                   \
  CUDALAB_FRAGMENT(matrix_a, depth, type, col_major, held, size)                                   \
  CUDALAB_FRAGMENT(matrix_b, depth, type, row_major, held, size)                                   \
  CUDALAB_FRAGMENT(matrix_b, depth, type, col_major, held, size)
CUDALAB_FACTORS(16, __half, __half, 16) // each number twice, as CUDA has it
CUDALAB_FACTORS(16, __nv_bfloat16, __nv_bfloat16, 8)
CUDALAB_FACTORS(8, precision::tf32, float, 4)
CUDALAB_FRAGMENT(accumulator, 16, float, void, float, 8)
CUDALAB_FRAGMENT(accumulator, 8, float, void, float, 8)
#undef CUDALAB_FACTORS
#undef CUDALAB_FRAGMENT

template <class Use, int M, int N, int K, class T, class Layout, class Value>
CUDALAB_MATRIX void fill_fragment(fragment<Use, M, N, K, T, Layout>& to, const Value& value) {
  for (int i = 0; i < to.num_elements; ++i)
    to.x[i] = value;
}

#define CUDALAB_LOAD_FACTOR(use, which, type, held)                                                \
  template <int M, int N, int K, class Layout>                                                     \
  CUDALAB_MATRIX void load_matrix_sync(fragment<use, M, N, K, type, Layout>& to, const held* from, \
                                       unsigned stride) {                                          \
    cudalab::emulator::matrices::load_factor(                                                      \
        to.x, cudalab_parts::factor::which, cudalab_parts::element_of<type>::kind,                 \
        {from, stride, cudalab_parts::by_columns<Layout>::value}, "load_matrix_sync()");           \
  }
CUDALAB_LOAD_FACTOR(matrix_a, a, __half, __half)
CUDALAB_LOAD_FACTOR(matrix_b, b, __half, __half)
CUDALAB_LOAD_FACTOR(matrix_a, a, __nv_bfloat16, __nv_bfloat16)
CUDALAB_LOAD_FACTOR(matrix_b, b, __nv_bfloat16, __nv_bfloat16)
CUDALAB_LOAD_FACTOR(matrix_a, a, precision::tf32, float)
CUDALAB_LOAD_FACTOR(matrix_b, b, precision::tf32, float)
#undef CUDALAB_LOAD_FACTOR

template <int M, int N, int K>
CUDALAB_MATRIX void load_matrix_sync(fragment<accumulator, M, N, K, float>& to, const float* from,
                                     unsigned stride, layout_t layout) {
  cudalab::emulator::matrices::load_sums(to.x, {from, stride, layout == mem_col_major},
                                         "load_matrix_sync()");
}
template <int M, int N, int K>
CUDALAB_MATRIX void store_matrix_sync(float* to, const fragment<accumulator, M, N, K, float>& from,
                                      unsigned stride, layout_t layout) {
  cudalab::emulator::matrices::store_sums(from.x, {to, stride, layout == mem_col_major},
                                          "store_matrix_sync()");
}

template <int M, int N, int K, class T, class LayoutA, class LayoutB>
CUDALAB_MATRIX void mma_sync(fragment<accumulator, M, N, K, float>& d,
                             const fragment<matrix_a, M, N, K, T, LayoutA>& a,
                             const fragment<matrix_b, M, N, K, T, LayoutB>& b,
                             const fragment<accumulator, M, N, K, float>& c) {
  typedef cudalab_parts::element_of<T> of;
  cudalab::emulator::matrices::multiply(d.x, a.x, b.x, c.x, {of::kind, of::depth, of::together, 2},
                                        "mma_sync()");
}

/// To the nearest number of TensorFloat-32, ties away from 0; still a float.
[[nodiscard]] __device__ inline float __float_to_tf32(float x) {
  const unsigned bits = cudalab::emulator::same_bits<unsigned>(x);
  if ((bits & 0x7f800000u) == 0x7f800000u)
    return x;
  return cudalab::emulator::same_bits<float>((bits + 0x1000u) & ~0x1fffu);
}

} // namespace wmma
} // namespace nvcuda

#undef CUDALAB_MATRIX
