// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// What the emulated device counts for the loads that the interactive figures show, as JSON. The
// figures' models must say the same (model_tests.js).
//
//   emucc --profile -Icommon docs/figures/tests/counted.cu -o counted && ./counted >counted.json
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
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
  // Keys come in the alphabet's order: between these two lies the object "example".
  const std::size_t begin = report.rfind("\"conflicts\"", load), end = report.find('}', load);
  const std::string line = report.substr(begin, end - begin);
  return std::strtol(line.c_str() + line.find("\"" + name + "\":") + name.size() + 3, nullptr, 10);
}

static std::string report() {
  if (cudaDeviceSynchronize() != cudaSuccess)
    std::exit(1);
  return cudalab::emulator::take_traffic();
}

/// An array of rows in the JSON.
class table {
public:
  explicit table(const char* columns) { std::printf("  \"%s\": [", columns); }
  void add(std::initializer_list<long> row, bool begins_line = true) {
    std::printf("%s%s[", empty_ ? "" : ",", begins_line ? "\n    " : " ");
    empty_ = false;
    const char* separator = "";
    for (const long number : row) {
      std::printf("%s%ld", separator, number);
      separator = ", ";
    }
    std::printf("]");
  }
  void end(const char* what_follows) { std::printf("\n  ]%s\n", what_follows); }

private:
  bool empty_ = true;
};

template <class Element>
void count_global(table& rows) {
  Element *in = nullptr, *out = nullptr;
  cudaMalloc(&in, 64 << 10);
  cudaMalloc(&out, 32 * sizeof(Element));
  for (const int stride : {0, 1, 2, 3, 5, 7, 8, 9, 16, 31, 32})
    for (const int offset : {0, 1, 3, 8}) {
      global_load<<<1, 32>>>(in, out, stride, offset);
      const std::string counts = report();
      rows.add({sizeof(Element), stride, offset, counted(counts, "sectors"),
                counted(counts, "least_sectors")},
               offset == 0);
    }
  cudaFree(in);
  cudaFree(out);
}

template <class Element>
void count_shared(table& rows) {
  Element* out = nullptr;
  cudaMalloc(&out, 32 * sizeof(Element));
  for (const int stride : {0, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 33, 64})
    for (const int share : {1, 2, 8, 32}) {
      shared_load<<<1, 32, 40 << 10>>>(out, stride, share);
      const std::string counts = report();
      rows.add({sizeof(Element), stride, share, counted(counts, "worst_conflict"),
                counted(counts, "conflicts")},
               share == 1);
    }
  cudaFree(out);
}

void count_rounds(table& rows) {
  for (int stride = 1; stride <= 128; stride *= 2) {
    spread_round<<<1, 256, 256 * sizeof(int)>>>(stride);
    const std::string counts = report();
    rows.add({256, stride, counted(counts, "requests") / 2, counted(counts, "worst_conflict")});
  }
}

int main() {
  cudalab::emulator::observe(cudalab::emulator::observation::traffic);
  std::printf("{\n");
  table global("bytes, stride, offset, sectors, least sectors");
  count_global<float>(global);
  count_global<double>(global);
  count_global<float4>(global);
  global.end(",");
  table shared("bytes, stride, share, conflict degree, conflicts");
  count_shared<float>(shared);
  count_shared<double>(shared);
  count_shared<float4>(shared);
  shared.end(",");
  table rounds("threads, stride, warps at work, conflict degree");
  count_rounds(rounds);
  rounds.end("");
  std::printf("}\n");
}
