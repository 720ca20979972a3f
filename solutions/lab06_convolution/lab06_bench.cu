// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Lab 06 in numbers: the published article's table on this machine. One core of the CPU, every rung
// of the ladder, the same by cuFFT where it is there, and the copies alone.
//
//   ./lab bench lab06
//
// uses: cufft
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "bench.h"
#include "lab/device_buffer.h"
#include "lab06.h"

#ifdef BENCH_HAS_CUFFT
#include <cufft.h>
#endif

namespace given {
#include "lab06_baseline.cu"
}

namespace reference {
#include "lab06.cu"
}

struct problem {
  std::vector<float> in, filter, out;
  lab::device_buffer<float> d_in, d_filter, d_out;

  problem(int outputs, int taps) : in(outputs + taps - 1), filter(taps), out(outputs) {
    for (std::size_t i = 0; i < in.size(); ++i)
      in[i] = static_cast<float>(i * 7 % 1000) / 500.0f - 1.0f;
    for (std::size_t j = 0; j < filter.size(); ++j)
      filter[j] = static_cast<float>(j * 11 % 1000) / 500.0f - 1.0f;
    d_in = lab::device_buffer<float>(in.data(), in.size());
    d_filter = lab::device_buffer<float>(filter.data(), filter.size());
    d_out = lab::device_buffer<float>(out.size());
  }

  int in_len() const { return static_cast<int>(in.size()); }
  int filter_len() const { return static_cast<int>(filter.size()); }
};

using rung = void (*)(const float*, int, const float*, int, float*);

/// The rungs of the ladder.
std::vector<bench::row> rungs(problem& of, const bench::amount& work) {
  const std::string shared = "Each multiply-add takes reads from shared memory, which gives a "
                             "multiprocessor 32 words a clock for 128 multiply-adds";
  struct named {
    std::string name;
    rung function;
    int exercise;
    std::string kept_by;
  };
  const std::vector<named> functions = {
      {"straight (given)", given::convolve_straight, 1,
       "Each multiply-add waits for two loads of its own, from the caches."},
      {"shared", reference::convolve_shared, 2,
       shared + "; and the loop's own counting is as much work again."},
      {"shared, unrolled 4", reference::convolve_unrolled<4>, 3,
       shared + "; the loop is counted once for 4 taps."},
      {"shared, unrolled 8", reference::convolve_unrolled<8>, 3,
       shared + "; the loop is counted once for 8 taps."},
      {"shared, unrolled 16", reference::convolve_unrolled<16>, 3,
       shared + "; the loop is counted once for 16 taps."},
      {"large shared", reference::convolve_large_shared, 4,
       shared + "; fewer barriers and copies do not change that."},
      {"best: registers", reference::convolve_best, 5,
       "Inputs and sums stay in registers: what is left are reads of new inputs and taps, and "
       "294,912 outputs, which do not fill the device evenly."},
      {"fft: overlap-save", reference::convolve_fft, 6,
       "It is four short kernels and more, each waiting for the one before: most of its time are "
       "their beginnings and ends. Its transforms of 4,096 points and the products of all parts of "
       "the filter are more operations than are counted here."}};
  // By custom 2.5 N log2 N operations for a transform of N real numbers.
  const double points = of.in_len() + 1.0, transforms = 3 * 2.5 * points * std::log2(points);
  std::vector<bench::row> rows;
  for (const named& each : functions)
    rows.push_back(
        bench::with({each.name, work,
                     [&of, function = each.function] {
                       function(of.d_in.data(), of.in_len(), of.d_filter.data(), of.filter_len(),
                                of.d_out.data());
                     }},
                    {each.exercise,
                     {{"fp32", each.exercise == 6 ? transforms : work.flops},
                      {"memory", work.bytes},
                      {"launch", 1}},
                     std::string(each.exercise == 6 ? "3 transforms of N numbers, 2.5 N log2 N "
                                                      "operations each"
                                                    : "2 operations for each output and tap") +
                         "; inputs, filter and outputs once, 4 bytes each",
                     each.kept_by}));
  return rows;
}

/// The article's CPU row, on a part of the outputs: all of them take some ten seconds.
bench::row cpu(problem& of, const bench::amount& work) {
  constexpr int part = 128;
  const int outputs = static_cast<int>(of.out.size()) / part;
  bench::row made{"CPU, one core", work,
                  [&of, outputs] {
                    reference::convolve_reference(of.in.data(), outputs + of.filter_len() - 1,
                                                  of.filter.data(), of.filter_len(), of.out.data());
                  },
                  bench::clock::host};
  made.share = static_cast<double>(outputs) / static_cast<double>(of.out.size());
  return made;
}

/// Input and filter to the device and the outputs back, without a kernel.
bench::row copies(problem& of, const std::string& name, float* host) {
  return {name,
          {static_cast<double>(of.d_in.bytes() + of.d_filter.bytes() + of.d_out.bytes()), 0},
          [&of, host] {
            of.d_in.copy_from(host);
            of.d_filter.copy_from(host);
            of.d_out.copy_to(host);
          },
          bench::clock::host};
}

#ifdef BENCH_HAS_CUFFT
__global__ void product_kernel(cufftComplex* in, const cufftComplex* filter, int bins) {
  const int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k >= bins)
    return;
  const cufftComplex x = in[k], h = filter[k];
  in[k] = {x.x * h.x + x.y * h.y, x.y * h.x - x.x * h.y};
}

/// One transform of the whole input, one of the whole filter, and one back.
void add_cufft(std::vector<bench::row>& rows, problem& of, const bench::amount& work) {
  static cufftHandle forward, backward;
  const int points = of.in_len() + 1, bins = points / 2 + 1; // a size with small factors
  if (cufftPlan1d(&forward, points, CUFFT_R2C, 1) != CUFFT_SUCCESS ||
      cufftPlan1d(&backward, points, CUFFT_C2R, 1) != CUFFT_SUCCESS) {
    std::fprintf(stderr, "cuFFT cannot be used here\n");
    return;
  }
  static lab::device_buffer<float> filled_in(points), filled_filter(points), out(points);
  static lab::device_buffer<cufftComplex> in_bins(bins), filter_bins(bins);
  std::vector<float> filled(points, 0.0f);
  std::memcpy(filled.data(), of.in.data(), of.in.size() * sizeof(float));
  filled_in.copy_from(filled.data());
  filled.assign(points, 0.0f);
  std::memcpy(filled.data(), of.filter.data(), of.filter.size() * sizeof(float));
  filled_filter.copy_from(filled.data());
  const auto transforms = [=](bool product) {
    cufftExecR2C(forward, filled_in.data(), in_bins.data());
    cufftExecR2C(forward, filled_filter.data(), filter_bins.data());
    if (product)
      product_kernel<<<(bins + 255) / 256, 256>>>(in_bins.data(), filter_bins.data(), bins);
    cufftExecC2R(backward, in_bins.data(), out.data());
  };
  rows.push_back({"cuFFT, product and three transforms", work, [=] { transforms(true); }});
  rows.push_back({"cuFFT, three transforms", {}, [=] { transforms(false); }});
}
#endif

void tell(bench::story& story, int outputs, int taps) {
  static problem of(outputs, taps);
  const bench::amount work{(2.0 * outputs + 2.0 * taps - 1) * sizeof(float), 2.0 * outputs * taps};
  std::vector<bench::row> rows = rungs(of, work);
  static float* pinned = nullptr;
  if (!bench::emulated) {
    rows.insert(rows.begin(), cpu(of, work));
    CUDA_CHECK(cudaMallocHost(&pinned, of.d_in.bytes()));
    static std::vector<float> pageable(of.in.size());
    rows.push_back(copies(of, "copies only, pageable", pageable.data()));
    rows.push_back(copies(of, "copies only, pinned", pinned));
  }
#ifdef BENCH_HAS_CUFFT
  add_cufft(rows, of, work);
#endif
  story.table(std::to_string(outputs) + " outputs, " + std::to_string(taps) + " taps",
              bench::emulated ? "straight (given)" : "CPU, one core", rows);
  CUDA_CHECK(cudaFreeHost(pinned));
}

int main(int argc, char** argv) {
  bench::story story(argc, argv, "Lab 06: convolution, a ladder");
  if (bench::emulated)
    tell(story, 2000, 600);
  else
    tell(story, 294912, 32768);
  story.remark("fft and cuFFT make the same outputs with far fewer operations: their TFLOP/s count "
               "the multiplications that they avoid");
  return story.end();
}
