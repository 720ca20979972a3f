// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Lab 11 in numbers: each exercise beside cuBLAS in the same precision, where it is there.
//
//   ./lab bench lab11
//
// uses: cublas
#include <cstdio>
#include <string>
#include <vector>

#include <cuda_pipeline.h> // here, and not in a namespace
#include <mma.h>

#include "bench.h"
#include "lab/device_buffer.h"
#include "lab/hopper.h"
#include "lab/tensor_cores.h"
#include "lab11.h"

#ifdef BENCH_HAS_CUBLAS
#include <cublas_v2.h>
#endif

namespace given {
#include "lab11_baseline.cu"
}

namespace reference {
#include "lab11.cu"
}

/// The same numbers in each type.
struct matrices {
  int size = 0;
  lab::device_buffer<float> M, N, P;
  lab::device_buffer<half> half_M, half_N, half_P;
  lab::device_buffer<__nv_bfloat16> bfloat16_M, bfloat16_N;
};

template <class number>
lab::device_buffer<number> converted(const std::vector<float>& numbers) {
  std::vector<number> narrow(numbers.size());
  for (std::size_t i = 0; i < numbers.size(); ++i)
    narrow[i] = number(numbers[i]);
  return {narrow.data(), narrow.size()};
}

matrices of_size(int size) {
  const std::size_t elements = static_cast<std::size_t>(size) * size;
  std::vector<float> m(elements), n(elements);
  unsigned state = 1;
  const auto next = [&] { // the power that a product takes hangs on the bits: random ones
    state = state * 1664525u + 1013904223u;
    return static_cast<float>(state >> 8) / 8388608.0f - 1.0f;
  };
  for (std::size_t i = 0; i < elements; ++i) {
    m[i] = next();
    n[i] = next();
  }
  return {size,
          {m.data(), elements},
          {n.data(), elements},
          lab::device_buffer<float>(elements),
          converted<half>(m),
          converted<half>(n),
          lab::device_buffer<half>(elements),
          converted<__nv_bfloat16>(m),
          converted<__nv_bfloat16>(n)};
}

bench::amount work_of(int size, double bytes_of_element) {
  const double edge = size;
  return {edge * edge * (2 * bytes_of_element + sizeof(float)), 2 * edge * edge * edge};
}

/// What a product needs of the units that `by` names.
bench::statement least(int exercise, const std::string& by, bench::amount work,
                       const std::string& kept_by, const std::string& measures = "") {
  return {exercise,
          {{by, work.flops}, {"memory", work.bytes}, {"launch", 1}},
          "2 n^3 operations, M and N read and P written once",
          kept_by,
          measures};
}

template <class number>
using multiply = void (*)(const number*, const number*, float*, int, int, int);

template <class number>
bench::row row_of(const std::string& name, multiply<number> function, const number* m,
                  const number* n, matrices& on) {
  const int size = on.size;
  float* const p = on.P.data();
  return {name, work_of(size, sizeof(number)), [=] { function(m, n, p, size, size, size); }};
}

#ifdef BENCH_HAS_CUBLAS
cublasHandle_t the_handle() {
  static cublasHandle_t handle = [] {
    cublasHandle_t made = nullptr;
    if (cublasCreate(&made) != CUBLAS_STATUS_SUCCESS)
      std::fprintf(stderr, "cuBLAS cannot be used here\n");
    return made;
  }();
  return handle;
}

/// Row by row, N M is the transpose of what column by column is M N.
bench::row cublas_row(const std::string& name, cudaDataType_t from, cudaDataType_t to,
                      cublasComputeType_t by, const void* m, const void* n, void* p, int size) {
  return {name, work_of(size, from == CUDA_R_32F ? 4 : 2), [=] {
            const float one = 1, zero = 0;
            cublasGemmEx(the_handle(), CUBLAS_OP_N, CUBLAS_OP_N, size, size, size, &one, n, from,
                         size, m, from, size, &zero, p, to, size, by, CUBLAS_GEMM_DEFAULT);
          }};
}
#endif

/// @return the row to compare with
std::string add_cublas_halves(std::vector<bench::row>& rows, matrices& on) {
#ifdef BENCH_HAS_CUBLAS
  rows.push_back(cublas_row("cuBLAS, sums as floats", CUDA_R_16F, CUDA_R_32F, CUBLAS_COMPUTE_32F,
                            on.half_M.data(), on.half_N.data(), on.P.data(), on.size));
  rows.push_back(cublas_row("cuBLAS, sums rounded to half", CUDA_R_16F, CUDA_R_16F,
                            CUBLAS_COMPUTE_32F, on.half_M.data(), on.half_N.data(),
                            on.half_P.data(), on.size));
  return "cuBLAS, sums as floats";
#else
  (void)on;
  return rows.front().name;
#endif
}

std::string add_cublas_floats(std::vector<bench::row>& rows, matrices& on) {
#ifdef BENCH_HAS_CUBLAS
  rows.push_back(cublas_row("cuBLAS, TensorFloat-32", CUDA_R_32F, CUDA_R_32F,
                            CUBLAS_COMPUTE_32F_FAST_TF32, on.M.data(), on.N.data(), on.P.data(),
                            on.size));
  rows.push_back(cublas_row("cuBLAS, floats", CUDA_R_32F, CUDA_R_32F, CUBLAS_COMPUTE_32F_PEDANTIC,
                            on.M.data(), on.N.data(), on.P.data(), on.size));
  return "cuBLAS, TensorFloat-32";
#else
  (void)on;
  return rows.front().name;
#endif
}

bool is_hopper() {
  cudaDeviceProp device{};
  CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
  return !bench::emulated && device.major == 9;
}

void tell_halves(bench::story& story, matrices& on, bool state) {
  const half *m = on.half_M.data(), *n = on.half_N.data();
  std::vector<bench::row> rows = {
      row_of<half>("0  floats, tiles of 32 (given)", given::matmul_mma, m, n, on),
      row_of<half>("1  fragments", reference::matmul_fragments, m, n, on),
      row_of<__nv_bfloat16>("1  fragments of bfloat16", reference::matmul_fragments,
                            on.bfloat16_M.data(), on.bfloat16_N.data(), on),
      row_of<half>("3  tiles", reference::matmul_tiles, m, n, on),
      row_of<half>("4  ldmatrix and mma", reference::matmul_mma, m, n, on)};
  if (is_hopper() && on.size % 256 == 0)
    rows.push_back(row_of<half>("5  copy engine and wgmma", reference::matmul_hopper, m, n, on));
  const std::string against = add_cublas_halves(rows, on);
  const std::string fragments =
      "Each product waits for fragments that are loaded from global memory "
      "(from caches, mostly) for it alone.";
  for (bench::row& each : rows) {
    if (!state)
      break;
    const auto says = [&](int exercise, const std::string& kept_by,
                          const std::string& measures = "", const std::string& by = "tensor_half") {
      each.says = least(exercise, by, each.does, kept_by, measures);
    };
    if (each.name[0] == '0')
      says(0, "It uses no tensor cores; and each multiply-add takes two reads from shared memory.",
           "", "fp32");
    else if (each.name[0] == '1')
      says(1, fragments);
    else if (each.name[0] == '3')
      says(3, "Warps wait at barriers and for fragments from shared memory; and nvcuda::wmma and "
              "mma reach about two thirds of Hopper's tensor cores, which wgmma feeds.");
    else if (each.name[0] == '4')
      says(4, "The instruction mma, one warp's, reaches about two thirds of Hopper's tensor cores; "
              "all of it takes wgmma, which reads shared memory itself.");
    else if (each.name[0] == '5')
      says(5, "The power: the clock falls when all tensor cores work. And each block ends with "
              "stores, during which its tensor cores rest.");
    else
      says(0,
           "To compare with: a library's. Its clock falls below the highest, with which the peak "
           "is computed, when all tensor cores work.",
           "tensor_half");
  }
  story.table("halves, " + std::to_string(on.size) + " x " + std::to_string(on.size), against,
              rows);
}

void tell_floats(bench::story& story, matrices& on, bool state) {
  const float *m = on.M.data(), *n = on.N.data();
  std::vector<bench::row> rows = {
      row_of<float>("2  TensorFloat-32", reference::matmul_tf32, m, n, on),
      row_of<float>("2  the same, three products", reference::matmul_tf32x3, m, n, on)};
  const std::string against = add_cublas_floats(rows, on);
  if (state) {
    const std::vector<bench::statement> statements = {
        least(2, "tensor_tf32", rows[0].does,
              "Each product waits for fragments that are loaded from global memory (from caches, "
              "mostly) for it alone."),
        least(2, "tensor_tf32", {rows[1].does.bytes, 3 * rows[1].does.flops},
              "The same; three products are counted here, and splitting each float in two takes "
              "instructions besides."),
        least(0, "tensor_tf32", rows[0].does,
              "To compare with: a library's. Its clock falls when all tensor cores work.",
              "tensor_tf32"),
        least(0, "fp32", rows[0].does, "To compare with: a library's, without tensor cores.")};
    for (std::size_t i = 0; i < rows.size(); ++i)
      rows[i].says = statements[i];
    rows[1].says.formula = "6 n^3 operations (three products), M and N read and P written once";
  }
  story.table("floats, " + std::to_string(on.size) + " x " + std::to_string(on.size), against,
              rows);
}

int main(int argc, char** argv) {
  bench::story story(argc, argv, "Lab 11: the product of two matrices on tensor cores");
  for (const int size :
       bench::emulated ? std::vector<int>{128} : std::vector<int>{2048, 4096, 8192}) {
    matrices on = of_size(size);
    tell_halves(story, on, bench::emulated || size == 8192);
    if (size <= 4096)
      tell_floats(story, on, bench::emulated || size == 4096);
  }
  if (!is_hopper())
    story.not_measured(5, "the device has no Hopper's copy engine and wgmma.");
  return story.end();
}
