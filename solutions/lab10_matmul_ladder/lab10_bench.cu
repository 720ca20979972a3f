// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Lab 10 in numbers: the rungs of the ladder, shapes of warps' tiles, and cuBLAS where it is there.
//
//   ./lab bench lab10
//
// uses: cublas
#include <string>
#include <vector>

#include <cuda_pipeline.h> // here, and not in a namespace

#include "bench.h"
#include "lab/device_buffer.h"
#include "lab10.h"

#ifdef BENCH_HAS_CUBLAS
#include <cublas_v2.h>
#endif

namespace given {
#include "lab10_baseline.cu"
}

namespace reference {
#include "lab10.cu"
}

/// tile i x j x k, warp i x k, thread i x k, blocks.
template <int ti, int tj, int tk, int wi, int wk, int ei, int ek, int b>
struct shape_of {
  static constexpr int tile_i = ti, tile_j = tj, tile_k = tk;
  static constexpr int warp_i = wi, warp_k = wk;
  static constexpr int thread_i = ei, thread_k = ek;
  static constexpr int blocks = b;
};

using multiply = void (*)(const float*, const float*, float*, int, int, int);

struct named {
  const char* name;
  multiply function;
  int exercise = 0;
  const char* kept_by = ""; ///< from the limit; empty: it is one of many shapes
};

const std::vector<named>& rungs() {
  static const std::vector<named> all = {
      {"1  strips", reference::matmul_strips, 1,
       "9 reads from shared memory for 8 multiply-adds: shared memory gives 32 words a clock, the "
       "arithmetic could take 128 multiply-adds."},
      {"2  squares", reference::matmul_squares, 2,
       "16 reads from shared memory of 4 bytes each for 64 multiply-adds are as many instructions "
       "again as a quarter of the arithmetic, and all wait at barriers while tiles are loaded."},
      {"3  vectors", reference::matmul_vectors, 3,
       "All warps of a block wait at a barrier while the next tiles come from global memory."},
      {"4  asynchronous copies", reference::matmul_async, 4,
       "Few warps fit on a multiprocessor with so many registers each: where they wait for shared "
       "memory or at the one barrier, nobody computes."},
      {"5  warps' tiles (best)", reference::matmul_best, 5,
       "Besides its multiply-adds a warp issues reads from shared memory and counts its loop; and "
       "the clock falls below its highest when all multiply."}};
  return all;
}

template <int... numbers>
constexpr multiply in_shape = reference::matmul_warps<shape_of<numbers...>>;

/// Some of the shapes that were tried for the reference.
const std::vector<named>& shapes() {
  static const std::vector<named> all = {
      {"64 x 8 x 64, warp 32 x 32, thread 4 x 8", in_shape<64, 8, 64, 32, 32, 4, 8, 4>},
      {"128 x 8 x 128, warp 64 x 32, thread 8 x 8", in_shape<128, 8, 128, 64, 32, 8, 8, 2>},
      {"128 x 16 x 128, warp 64 x 32, thread 8 x 8", in_shape<128, 16, 128, 64, 32, 8, 8, 2>},
      {"128 x 16 x 128, warp 32 x 64, thread 8 x 8", in_shape<128, 16, 128, 32, 64, 8, 8, 2>},
      {"128 x 8 x 128, warp 64 x 64, thread 8 x 16", in_shape<128, 8, 128, 64, 64, 8, 16, 2>},
      {"128 x 16 x 128, warp 64 x 64, thread 16 x 8", in_shape<128, 16, 128, 64, 64, 16, 8, 2>},
      {"128 x 16 x 128, warp 64 x 64, thread 8 x 16 (best)",
       in_shape<128, 16, 128, 64, 64, 8, 16, 2>},
      {"128 x 8 x 256, warp 64 x 64, thread 8 x 16", in_shape<128, 8, 256, 64, 64, 8, 16, 1>},
      {"256 x 8 x 128, warp 64 x 64, thread 8 x 16", in_shape<256, 8, 128, 64, 64, 8, 16, 1>}};
  return all;
}

struct matrices {
  lab::device_buffer<float> M, N, P;
};

matrices of_size(int size) {
  const std::size_t elements = static_cast<std::size_t>(size) * size;
  std::vector<float> numbers(elements);
  unsigned state = 1;
  for (float& each : numbers) { // the power that a product takes hangs on the bits: random ones
    state = state * 1664525u + 1013904223u;
    each = static_cast<float>(state >> 8) / 8388608.0f - 1.0f;
  }
  return {
      {numbers.data(), elements}, {numbers.data(), elements}, lab::device_buffer<float>(elements)};
}

bench::amount work_of(int size) {
  const double edge = size;
  return {3 * edge * edge * sizeof(float), 2 * edge * edge * edge};
}

bench::statement least(int exercise, int size, const std::string& kept_by) {
  const bench::amount work = work_of(size);
  return {exercise,
          {{"fp32", work.flops}, {"memory", work.bytes}, {"launch", 1}},
          "2 n^3 operations, 12 n^2 bytes",
          kept_by};
}

std::vector<bench::row> rows_of(const std::vector<named>& functions, matrices& on, int size,
                                bool state) {
  const float *m = on.M.data(), *n = on.N.data();
  float* const p = on.P.data();
  std::vector<bench::row> rows;
  for (const named& each : functions) {
    rows.push_back({each.name, work_of(size), [=] { each.function(m, n, p, size, size, size); }});
    if (state)
      rows.back().says = least(each.exercise, size, each.kept_by);
  }
  return rows;
}

/// Without tensor cores. @return whether cuBLAS is there
bool add_cublas(std::vector<bench::row>& rows, matrices& on, int size) {
#ifdef BENCH_HAS_CUBLAS
  static cublasHandle_t handle = [] {
    cublasHandle_t made = nullptr;
    if (cublasCreate(&made) != CUBLAS_STATUS_SUCCESS ||
        cublasSetMathMode(made, CUBLAS_PEDANTIC_MATH) != CUBLAS_STATUS_SUCCESS)
      std::fprintf(stderr, "cuBLAS cannot be used here\n");
    return made;
  }();
  if (handle == nullptr)
    return false;
  const float *m = on.M.data(), *n = on.N.data();
  float* const p = on.P.data();
  rows.push_back({"cuBLAS", work_of(size), [=] {
                    // Row by row, N M is the transpose of what column by column is M N.
                    const float one = 1, zero = 0;
                    cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, size, size, size, &one, n, size,
                                m, size, &zero, p, size);
                  }});
  return true;
#else
  (void)rows, (void)on, (void)size;
  return false;
#endif
}

void tell(bench::story& story, const std::string& name, std::vector<named> functions, int size,
          bool state) {
  matrices on = of_size(size);
  std::vector<bench::row> rows = rows_of(functions, on, size, state);
  const bool there = add_cublas(rows, on, size);
  if (there && state)
    rows.back().says = least(0, size, "To compare with: a library's; its clock falls, too.");
  story.table(name, there ? "cuBLAS" : functions.front().name, rows);
}

int main(int argc, char** argv) {
  bench::story story(argc, argv, "Lab 10: the product of two matrices, a ladder");
  std::vector<named> ladder = {{"0  tiles of 32 (given)", given::matmul_strips, 0,
                                "Two reads from shared memory for each multiply-add: shared memory "
                                "gives a multiprocessor 32 "
                                "words a clock, the arithmetic could take 128 multiply-adds."}};
  ladder.insert(ladder.end(), rungs().begin(), rungs().end());
  const std::vector<int> sizes =
      bench::emulated ? std::vector<int>{128} : std::vector<int>{2048, 4096, 8192};
  for (const int size : sizes)
    tell(story, std::to_string(size) + " x " + std::to_string(size), ladder, size,
         size == sizes.back());
  if (!bench::emulated)
    tell(story, "shapes, 4096 x 4096", shapes(), 4096, false);
  return story.end();
}
