// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// What the emulated device counts for the loads that the interactive figures show, as JSON. The
// figures' models must say the same (model_tests.js).
//
//   emucc --profile -Icommon docs/figures/tests/counted.cu -o counted && ./counted >counted.json
#include <cstdio>
#include <cstdlib>
#include <string>

#include "emulator/emulator.h"

template <class Element>
__global__ void global_load(const Element* in, Element* out, int stride, int offset) {
  out[threadIdx.x] = in[stride * threadIdx.x + offset];
}

template <class Element>
__global__ void shared_load(Element* out, int stride, int share) {
  extern __shared__ float4 memory[];
  const Element* tile = reinterpret_cast<const Element*>(memory);
  out[threadIdx.x] = tile[stride * (threadIdx.x / share)];
}

/// One round of lab 05's tree, in the way that reduction_model.js calls `spread`.
__global__ void spread_round(int stride) {
  extern __shared__ int partial[];
  const int into = 2 * stride * threadIdx.x;
  if (into < blockDim.x)
    partial[into] += partial[into + stride];
}

/// The number behind `name` in the line of the report that loads.
static long counted(const std::string& report, const std::string& name) {
  const std::size_t load = report.find("\"operation\":\"load\"");
  const std::size_t begin = report.rfind('{', load), end = report.find('}', load);
  const std::string line = report.substr(begin, end - begin);
  return std::strtol(line.c_str() + line.find("\"" + name + "\":") + name.size() + 3, nullptr, 10);
}

static std::string report() {
  if (cudaDeviceSynchronize() != cudaSuccess)
    std::exit(1);
  return cudalab::emulator::take_traffic();
}

static const char* separator = "\n";

template <class Element>
void count_global() {
  constexpr int bytes = sizeof(Element);
  Element *in = nullptr, *out = nullptr;
  cudaMalloc(&in, 64 << 10);
  cudaMalloc(&out, 32 * bytes);
  for (const int stride : {0, 1, 2, 3, 5, 7, 8, 9, 16, 31, 32})
    for (const int offset : {0, 1, 3, 8}) {
      global_load<<<1, 32>>>(in, out, stride, offset);
      const std::string counts = report();
      std::printf("%s    [%d, %d, %d, %ld, %ld]", separator, bytes, stride, offset,
                  counted(counts, "sectors"), counted(counts, "least_sectors"));
      separator = ",\n";
    }
  cudaFree(in);
  cudaFree(out);
}

template <class Element>
void count_shared() {
  constexpr int bytes = sizeof(Element);
  Element* out = nullptr;
  cudaMalloc(&out, 32 * bytes);
  for (const int stride : {0, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 33, 64})
    for (const int share : {1, 2, 8, 32}) {
      shared_load<<<1, 32, 40 << 10>>>(out, stride, share);
      const std::string counts = report();
      std::printf("%s    [%d, %d, %d, %ld, %ld]", separator, bytes, stride, share,
                  counted(counts, "worst_conflict"), counted(counts, "conflicts"));
      separator = ",\n";
    }
  cudaFree(out);
}

int main() {
  cudalab::emulator::observe(cudalab::emulator::observation::traffic);
  std::printf("{\n  \"bytes, stride, offset, sectors, least sectors\": [");
  count_global<float>();
  count_global<double>();
  count_global<float4>();
  separator = "\n";
  std::printf("\n  ],\n  \"bytes, stride, share, conflict degree, conflicts\": [");
  count_shared<float>();
  count_shared<double>();
  count_shared<float4>();
  separator = "\n";
  std::printf("\n  ],\n  \"threads, stride, warps at work, conflict degree\": [");
  for (int stride = 1; stride <= 128; stride *= 2) {
    spread_round<<<1, 256, 256 * sizeof(int)>>>(stride);
    const std::string counts = report();
    std::printf("%s    [256, %d, %ld, %ld]", separator, stride, counted(counts, "requests") / 2,
                counted(counts, "worst_conflict"));
    separator = ",\n";
  }
  std::printf("\n  ]\n}\n");
}
